# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((2,), dtype="float32"), y0: R.Tensor((1, 2), dtype="float32")) -> R.Tensor((1, 2), dtype="float32"):
        y0_1: R.Tensor((1, 2), dtype="float32") = R.negative(y0)
        y1: R.Tensor((1, 2), dtype="float32") = R.add(y0_1, x2)
        return y1
