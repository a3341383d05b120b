# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 1, 1), dtype="float16"), g: R.Tensor((1, 2, 1, 1), dtype="float16")) -> R.Tensor((1, 1, 1, 1), dtype="float16"):
        gv: R.Tensor((1, 1, 1, 1), dtype="float16") = R.image.grid_sample(x, g, method="bilinear", layout="NCHW", padding_mode="zeros", align_corners=True)
        return gv
