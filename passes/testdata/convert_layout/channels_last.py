# RUN: ConvertLayout{"desired_layouts":{"relax.nn.conv2d":["NHWC","OHWI"]}}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 3, 8, 8), dtype="float32"), w: R.Tensor((4, 3, 3, 3), dtype="float32"), b: R.Tensor((1, 4, 1, 1), dtype="float32")) -> R.Tensor((1, 4, 6, 6), dtype="float32"):
        with R.dataflow():
            a = R.nn.conv2d(x, w)
            c = R.add(a, b)
            d = R.nn.relu(c)
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 3, 8, 8), dtype="float32"), w: R.Tensor((4, 3, 3, 3), dtype="float32"), b: R.Tensor((1, 4, 1, 1), dtype="float32")) -> R.Tensor((1, 4, 6, 6), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 8, 8, 3), dtype="float32") = R.permute_dims(x, axes=[0, 2, 3, 1])
            lv_1: R.Tensor((4, 3, 3, 3), dtype="float32") = R.permute_dims(w, axes=[0, 2, 3, 1])
            a: R.Tensor((1, 6, 6, 4), dtype="float32") = R.nn.conv2d(lv, lv_1, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NHWC", kernel_layout="OHWI", out_layout="NHWC", out_dtype=None)
            lv_2: R.Tensor((1, 1, 1, 4), dtype="float32") = R.permute_dims(b, axes=[0, 2, 3, 1])
            c: R.Tensor((1, 6, 6, 4), dtype="float32") = R.add(a, lv_2)
            lv_3: R.Tensor((1, 6, 6, 4), dtype="float32") = R.nn.relu(c)
            d: R.Tensor((1, 4, 6, 6), dtype="float32") = R.permute_dims(lv_3, axes=[0, 3, 1, 2])
            R.output(d)
        return d
