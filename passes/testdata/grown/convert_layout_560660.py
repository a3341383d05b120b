# RUN: ConvertLayout{"desired_layouts":{"relax.nn.conv2d":["NHWC","OHWI"]}}
# Shows a mutant of passes/relax/convert_layout.cc (comparison): item != nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float16"), x2: R.Tensor((1, 1, 1, 1), dtype="float16"), lv9: R.Tensor((1, 1, 1, 1), dtype="uint32"), lv15: R.Tensor((1, 1, 1), dtype="float16"), lv21: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv0: R.Tensor((1, 1, 3, 1), dtype="float16") = R.nn.conv2d(x1, x2, strides=[2, 1], padding=[2, 0, 2, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            lv19: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="uint32"), R.Tensor((1, 1, 3, 1), dtype="float16"), R.Tensor((1, 1, 1), dtype="float16")) = lv9, lv0, lv15
            lv20: R.Tensor((1, 1, 1, 1), dtype="uint32") = lv19[0]
            R.output()
        return lv21
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float16"), x2: R.Tensor((1, 1, 1, 1), dtype="float16"), lv9: R.Tensor((1, 1, 1, 1), dtype="uint32"), lv15: R.Tensor((1, 1, 1), dtype="float16"), lv21: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 1, 1, 1), dtype="float16") = R.permute_dims(x1, axes=[0, 2, 3, 1])
            lv_1: R.Tensor((1, 1, 1, 1), dtype="float16") = R.permute_dims(x2, axes=[0, 2, 3, 1])
            lv0: R.Tensor((1, 3, 1, 1), dtype="float16") = R.nn.conv2d(lv, lv_1, strides=[2, 1], padding=[2, 0, 2, 0], dilation=[1, 1], groups=1, data_layout="NHWC", kernel_layout="OHWI", out_layout="NHWC", out_dtype=None)
            lv19: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="uint32"), R.Tensor((1, 3, 1, 1), dtype="float16"), R.Tensor((1, 1, 1), dtype="float16")) = lv9, lv0, lv15
            lv20: R.Tensor((1, 1, 1, 1), dtype="uint32") = lv19[0]
            R.output()
        return lv21
