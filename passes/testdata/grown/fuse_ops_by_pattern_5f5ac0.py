# RUN: FuseOpsByPattern{"patterns":["assay.conv2d_bias_relu","assay.conv2d"]}
# Shows a mutant of passes/pattern/registry.cc (condition): IsClosed(site)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 1, 1), dtype="float32"), w: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.conv2d(x, w, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            b: R.Tensor((1, 1, 1, 1), dtype="float32") = R.add(R.const(1.0, "float32"), lv)
            lv_1: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.relu(b)
            R.output(lv, lv_1)
        return lv_1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_nn_conv2d(x: R.Tensor((1, 1, 1, 1), dtype="float32"), w: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        R.func_attr({"Composite": "assay.conv2d", "Primitive": True})
        with R.dataflow():
            lv: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.conv2d(x, w, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            R.output(lv)
        return lv

    @R.function
    def main(x: R.Tensor((1, 1, 1, 1), dtype="float32"), w: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((1, 1, 1, 1), dtype="float32") = cls.fused_relax_nn_conv2d(x, w)
            b: R.Tensor((1, 1, 1, 1), dtype="float32") = R.add(R.const(1.0, "float32"), lv)
            lv_1: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.relu(b)
            R.output(lv, lv_1)
        return lv_1
