# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((3,), dtype="int64"):
        gv0: R.Tensor((3,), dtype="int64") = R.shape_to_tensor(R.shape([1, 1, 1]))
        return gv0
