# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x1: R.Tensor((1, 1, 4, 1), dtype="int16"), x2: R.Tensor((1, 1, 2, 1), dtype="int16")) -> R.Tensor((3,), dtype="uint8"):
        gv1: R.Tensor((1, 1, 2, 1), dtype="int16") = R.nn.conv2d(x1, x2, strides=[2, 2], padding=[1, 1, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
        gv2: R.Tensor((3,), dtype="uint8") = R.arange(-1, 5, 2, dtype="uint8")
        return gv2

    @R.function
    def main(x6: R.Tensor((1, 5, 4, 2), dtype="float32"), x8: R.Tensor((1, 1, 4, 1), dtype="int16"), x9: R.Tensor((1, 1, 2, 1), dtype="int16")) -> R.Tensor((1, 4, 3, 2), dtype="float32"):
        cls = Module
        lv3: R.Tensor((1, 4, 3, 2), dtype="float32") = R.nn.max_pool2d(x6, pool_size=[2, 1], strides=[1, 2], dilation=[1, 1], padding=[0, 0, 0, 1], ceil_mode=False, count_include_pad=True, layout="NHWC", out_layout="NHWC")
        lv6: R.Tensor((3,), dtype="uint8") = cls.helper(x8, x9)
        lv8: R.Tensor((1, 4, 3, 2), dtype="float32") = R.nn.relu(lv3)
        return lv8
