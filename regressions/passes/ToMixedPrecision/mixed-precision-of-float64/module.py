# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 6), dtype="float64"), x2: R.Tensor((1, 1, 3, 3), dtype="float64"), x3: R.Tensor((4,), dtype="float64")) -> R.Tensor((1, 1, 1, 4), dtype="float64"):
        with R.dataflow():
            lv1: R.Tensor((1, 1, 1, 4), dtype="float64") = R.nn.conv2d(x1, x2, strides=[1, 2], padding=[1, 2, 1, 2], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            lv2: R.Tensor((1, 1, 1, 4), dtype="float64") = R.nn.instance_norm(lv1, x3, x3, channel_axis=3, axes=[1, 2], epsilon=0.25, center=True, scale=True)
            R.output(lv2)
        return lv2
