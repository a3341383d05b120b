# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), i: R.Tensor((1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="float32"):
        gv: R.Tensor((1, 1, 1), dtype="float32") = R.take(x, i, axis=0, mode="fast")
        return gv
