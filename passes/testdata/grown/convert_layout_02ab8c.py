# RUN: ConvertLayout{"desired_layouts":{"relax.nn.conv2d":["NHWC","OHWI"]}}
# Shows a mutant of passes/relax/convert_layout.cc (negation): !follows
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x3: R.Tensor((1, 4, 1, 1), dtype="float32"), x4: R.Tensor((2, 2, 1, 1), dtype="float32")) -> R.Tensor((1, 2, 4, 1), dtype="float32"):
        with R.dataflow():
            lv7: R.Tensor((1, 2, 4, 1), dtype="float32") = R.nn.conv2d(x3, x4, strides=[1, 1], padding=[2, 0, 1, 0], dilation=[2, 2], groups=2, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            lv11: R.Tensor((1, 2, 4, 1), dtype="float32") = R.match_cast(lv7, R.Tensor((1, 2, 4, 1), dtype="float32"))
            R.output(lv11)
        return lv11
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x3: R.Tensor((1, 4, 1, 1), dtype="float32"), x4: R.Tensor((2, 2, 1, 1), dtype="float32")) -> R.Tensor((1, 2, 4, 1), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 1, 1, 4), dtype="float32") = R.permute_dims(x3, axes=[0, 2, 3, 1])
            lv_1: R.Tensor((2, 1, 1, 2), dtype="float32") = R.permute_dims(x4, axes=[0, 2, 3, 1])
            lv7: R.Tensor((1, 4, 1, 2), dtype="float32") = R.nn.conv2d(lv, lv_1, strides=[1, 1], padding=[2, 0, 1, 0], dilation=[2, 2], groups=2, data_layout="NHWC", kernel_layout="OHWI", out_layout="NHWC", out_dtype=None)
            lv_2: R.Tensor((1, 2, 4, 1), dtype="float32") = R.permute_dims(lv7, axes=[0, 3, 1, 2])
            lv11: R.Tensor((1, 2, 4, 1), dtype="float32") = R.match_cast(lv_2, R.Tensor((1, 2, 4, 1), dtype="float32"))
            R.output(lv11)
        return lv11
