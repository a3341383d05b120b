# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((5,), dtype="int64"):
        y: R.Tensor((5,), dtype="int64") = R.arange(5, 0, -1, dtype="int64")
        return y
