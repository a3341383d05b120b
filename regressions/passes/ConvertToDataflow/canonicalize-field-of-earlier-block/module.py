# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((), dtype="bool"), x3: R.Tensor((1, 1, 1, 1), dtype="float32"), gv11: R.Tensor((10,), dtype="float32"), gv27: R.Callable((R.Tensor((5, 1), dtype="float32"),), R.Tensor((5, 1), dtype="float32"), True), gv13: R.Tensor((2, 1, 1, 1), dtype="float32")) -> R.Tensor((5, 1), dtype="float32"):
        gv0: R.Tensor((5, 1), dtype="float32") = R.full(R.shape([5, 1]), R.const(1.3125, "float32"), dtype="float32")
        gv14: R.Tuple(R.Tensor((5, 1), dtype="float32"), R.Tensor((10,), dtype="float32")) = gv0, gv11
        if x2:
            gv15: R.Tensor((2, 1, 1, 1), dtype="float32") = R.nn.silu(gv13)
            gv16: R.Tensor((10,), dtype="float32") = R.stack((R.const(0.0, "float32"), R.const(3.5, "float32"), R.const(0.0, "float32"), R.const(1.0, "float32"), R.const(2.0, "float32"), R.const(0.0, "float32"), R.const(0.0, "float32"), R.const(1.5, "float32"), R.const(1.5, "float32"), R.const(1.5, "float32")), axis=0)
            gv17: R.Tensor((2, 5), dtype="float32") = R.reshape(gv16, R.shape([2, 5]))
            gv18: R.Tensor((2, 1, 2, 1), dtype="float32") = R.vision.roi_align(x3, gv17, pooled_size=[1, 2], spatial_scale=0.5, sample_ratio=2, aligned=True, layout="NHWC", mode="max")
            gv19: R.Tensor((2, 1, 1, 1), dtype="float32") = gv15
            gv21: R.Tensor((2, 1, 1, 1), dtype="float32") = gv19
        else:
            gv20: R.Tensor((2, 1, 1, 1), dtype="float32") = gv13
            gv21: R.Tensor((2, 1, 1, 1), dtype="float32") = gv20
        gv22: R.Tensor((5, 1), dtype="float32") = gv14[0]
        gv28: R.Tensor((5, 1), dtype="float32") = gv27(gv22)
        return gv28
