# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((4, 8, 8), dtype="int16")) -> R.Tensor((1, 16, 16), dtype="int16"):
        gv1: R.Tensor((1, 16, 16), dtype="int16") = R.nn.pixel_shuffle(x1, upscale_factor=2)
        return gv1
