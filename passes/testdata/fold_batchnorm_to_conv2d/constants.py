# RUN: FoldBatchnormToConv2D
# Weights and shift of the convolution take the norm in, as arithmetic that FoldConstant does later.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, 4, 4), "float32")) -> R.Tensor((1, 1, 4, 4), "float32"):
        with R.dataflow():
            a = R.nn.conv2d(x, R.const([[[[1.0]], [[2.0]]]], "float32"))
            b = R.nn.batch_norm(a, R.const([3.0], "float32"), R.const([4.0], "float32"), R.const([5.0], "float32"), R.const([6.0], "float32"), axis=1)
            c = b[0]
            d = R.nn.relu(c)
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, 4, 4), dtype="float32")) -> R.Tensor((1, 1, 4, 4), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1,), dtype="float32") = R.add(R.const([6.0], "float32"), T.float32(1.0000000000000001e-05))
            lv_1: R.Tensor((1,), dtype="float32") = R.sqrt(lv)
            lv_2: R.Tensor((1,), dtype="float32") = R.divide(R.const([3.0], "float32"), lv_1)
            lv_3: R.Tensor((1, 1, 1, 1), dtype="float32") = R.reshape(lv_2, R.shape([1, 1, 1, 1]))
            lv_4: R.Tensor((1, 2, 1, 1), dtype="float32") = R.multiply(R.const([[[[1.0]], [[2.0]]]], "float32"), lv_3)
            lv_5: R.Tensor((1, 1, 4, 4), dtype="float32") = R.nn.conv2d(x, lv_4, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            lv_6: R.Tensor((1,), dtype="float32") = R.multiply(R.const([5.0], "float32"), lv_2)
            lv_7: R.Tensor((1,), dtype="float32") = R.subtract(R.const([4.0], "float32"), lv_6)
            lv_8: R.Tensor((1, 1, 1, 1), dtype="float32") = R.reshape(lv_7, R.shape([1, 1, 1, 1]))
            c: R.Tensor((1, 1, 4, 4), dtype="float32") = R.add(lv_5, lv_8)
            d: R.Tensor((1, 1, 4, 4), dtype="float32") = R.nn.relu(c)
            R.output(d)
        return d
