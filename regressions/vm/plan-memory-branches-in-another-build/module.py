# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1,), dtype="float32"), x4: R.Tensor((), dtype="float32"), x5: R.Tensor((), dtype="bool"), x6: R.Tensor((1, 1, 1, 1), dtype="float32"), x7: R.Tensor((1, 1, 1, 1), dtype="float32"), gv11: R.Tensor((1, 1, 1, 1), dtype="float32"), gv10: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        if x5:
            gv6: R.Tensor((1, 1, 1, 2), dtype="float32") = R.nn.conv2d(x6, x7, strides=[2, 2], padding=[0, 0, 0, 2], dilation=[2, 2], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            gv7: R.Tensor((1,), dtype="float32") = R.add(x1, x4)
            gv9: R.Tensor((1,), dtype="float32") = gv7
        else:
            gv8: R.Tensor((1,), dtype="float32") = R.nn.relu(x1)
            gv9: R.Tensor((1,), dtype="float32") = gv8
        gv10_1: R.Tensor((1,), dtype="float32") = R.negative(gv10)
        return gv11
