# RUN: ConvertLayout{"desired_layouts":{"relax.nn.conv2d":["NHWC","OHWI"]}}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 4, 4), dtype="float32"), w: R.Tensor((5, 3, 1, 1), dtype="float32")) -> R.Tensor((2, 5, 4, 4), dtype="float32"):
        with R.dataflow():
            a = R.nn.conv2d(x, w)
            b = R.floor(a)
            c = R.round(b)
            d = R.ccl.allreduce(c, op_type="sum")
            e = R.ceil(d)
            f = R.trunc(e)
            R.output(f)
        return f
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 4, 4), dtype="float32"), w: R.Tensor((5, 3, 1, 1), dtype="float32")) -> R.Tensor((2, 5, 4, 4), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((2, 4, 4, 3), dtype="float32") = R.permute_dims(x, axes=[0, 2, 3, 1])
            lv_1: R.Tensor((5, 1, 1, 3), dtype="float32") = R.permute_dims(w, axes=[0, 2, 3, 1])
            a: R.Tensor((2, 4, 4, 5), dtype="float32") = R.nn.conv2d(lv, lv_1, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NHWC", kernel_layout="OHWI", out_layout="NHWC", out_dtype=None)
            b: R.Tensor((2, 4, 4, 5), dtype="float32") = R.floor(a)
            c: R.Tensor((2, 4, 4, 5), dtype="float32") = R.round(b)
            d: R.Tensor((2, 4, 4, 5), dtype="float32") = R.ccl.allreduce(c, op_type="sum", in_group=True)
            e: R.Tensor((2, 4, 4, 5), dtype="float32") = R.ceil(d)
            lv_2: R.Tensor((2, 4, 4, 5), dtype="float32") = R.trunc(e)
            f: R.Tensor((2, 5, 4, 4), dtype="float32") = R.permute_dims(lv_2, axes=[0, 3, 1, 2])
            R.output(f)
        return f
