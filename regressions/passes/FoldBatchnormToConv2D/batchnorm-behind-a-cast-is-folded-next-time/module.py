# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        lv: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.conv2d(x6, R.const([[[[3.0]]]], "float32"), strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
        cast: R.Tensor((1, 1, 1, 1), dtype="float32") = R.match_cast(lv, R.Tensor((1, 1, 1, 1), dtype="float32"))
        lv16: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(cast, R.const([2.75], "float32"), R.const([1.0], "float32"), R.const([1.5], "float32"), R.const([2.25], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
        lv17: R.Tensor((1, 1, 1, 1), dtype="float32") = lv16[0]
        return lv17
