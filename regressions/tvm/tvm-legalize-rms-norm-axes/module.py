# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32"), x2: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        gv1: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.rms_norm(x0, x2, axes=[1, 3], epsilon=1.0000000000000001e-05)
        return gv1
