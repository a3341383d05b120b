# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((2, 2, 3), dtype="float32"), x3: R.Tensor((2, 12), dtype="float32"), x4: R.Tensor((1, 3, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 3, 4), dtype="float32"), R.Tensor((2, 2, 3), dtype="float32")):
        gv4: R.Tuple(R.Tensor((2, 3, 4), dtype="float32"), R.Tensor((2, 2, 3), dtype="float32")) = R.vision.multibox_transform_loc(x2, x3, x4, clip=True, threshold=0.25, variances=[1.0, 1.0, 1.0, 1.0], keep_background=False)
        return gv4
