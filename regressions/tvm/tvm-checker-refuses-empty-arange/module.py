# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((0,), dtype="int64"):
        gv10: R.Tensor((0,), dtype="int64") = R.arange(0, 0, -3, dtype="int64")
        return gv10
