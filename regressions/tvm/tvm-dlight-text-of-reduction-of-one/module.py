# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float16"), x1: R.Tensor((1,), dtype="float16")) -> R.Tensor((1, 1), dtype="float16"):
        y0: R.Tensor((1, 1), dtype="float16") = R.nn.rms_norm(x0, x1, axes=[-1], epsilon=1.0000000000000001e-05)
        return y0
