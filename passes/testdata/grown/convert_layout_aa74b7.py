# RUN: ConvertLayout{"desired_layouts":{"relax.nn.conv2d":["NHWC","OHWI"]}}
# Shows a mutant of passes/relax/convert_layout.cc (condition): !Is<Constant>(e)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((1, 1, 1, 1), dtype="float16")) -> R.Tensor((1, 1, 5, 2), dtype="float16"):
        with R.dataflow():
            lv5: R.Tensor((1, 1, 5, 2), dtype="float16") = R.nn.conv2d(R.const([[[[-2.16015625]]]], "float16"), x4, strides=[1, 2], padding=[2, 1, 2, 1], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            R.output(lv5)
        return lv5
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((1, 1, 1, 1), dtype="float16")) -> R.Tensor((1, 1, 5, 2), dtype="float16"):
        with R.dataflow():
            lv: R.Tensor((1, 1, 1, 1), dtype="float16") = R.permute_dims(R.const([[[[-2.16015625]]]], "float16"), axes=[0, 2, 3, 1])
            lv_1: R.Tensor((1, 1, 1, 1), dtype="float16") = R.permute_dims(x4, axes=[0, 2, 3, 1])
            lv_2: R.Tensor((1, 5, 2, 1), dtype="float16") = R.nn.conv2d(lv, lv_1, strides=[1, 2], padding=[2, 1, 2, 1], dilation=[1, 1], groups=1, data_layout="NHWC", kernel_layout="OHWI", out_layout="NHWC", out_dtype=None)
            lv5: R.Tensor((1, 1, 5, 2), dtype="float16") = R.permute_dims(lv_2, axes=[0, 3, 1, 2])
            R.output(lv5)
        return lv5
