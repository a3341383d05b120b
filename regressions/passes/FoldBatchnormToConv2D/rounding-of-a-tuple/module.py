# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(gv10: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        gv15: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.conv2d(gv10, R.const([[[[0.25]]]], "float32"), strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
        gv16: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(gv15, R.const([0.5], "float32"), R.const([0.5], "float32"), R.const([1.75], "float32"), R.const([2.5], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
        gv17: R.Tensor((1, 1, 1, 1), dtype="float32") = gv16[0]
        return gv17
