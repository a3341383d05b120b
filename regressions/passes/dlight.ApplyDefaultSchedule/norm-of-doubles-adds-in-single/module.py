# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 33), dtype="float64"), x1: R.Tensor((33,), dtype="float64")) -> R.Tensor((1, 33), dtype="float64"):
        y0: R.Tensor((1, 33), dtype="float64") = R.nn.rms_norm(x0, x1, axes=[-1], epsilon=1.0000000000000001e-05)
        return y0
