# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((2, 2), dtype="float32"), gv25: R.Tensor((3,), dtype="int64")) -> R.Tensor((2, 1), dtype="float32"):
        gv26: R.Tensor((2, 3), dtype="float32") = R.take(x1, gv25, axis=1, mode="fast")
        gv31: R.Tensor((2, 1), dtype="float32") = R.variance(gv26, axis=[1], keepdims=True)
        return gv31
