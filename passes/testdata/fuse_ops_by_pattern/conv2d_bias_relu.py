# RUN: FuseOpsByPattern{"patterns":["assay.conv2d_bias_relu","assay.conv2d"]}
# The larger pattern takes its three bindings; the convolution that is left goes to the smaller one. Constants move in.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 4, 8, 8), "float32"), w: R.Tensor((4, 4, 3, 3), "float32")) -> R.Tensor((1, 4, 4, 4), "float32"):
        with R.dataflow():
            a = R.nn.conv2d(x, w)
            b = R.add(a, R.const(1.0, "float32"))
            c = R.nn.relu(b)
            d = R.nn.conv2d(c, w)
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_nn_conv2d(c: R.Tensor((1, 4, 6, 6), dtype="float32"), w: R.Tensor((4, 4, 3, 3), dtype="float32")) -> R.Tensor((1, 4, 4, 4), dtype="float32"):
        R.func_attr({"Composite": "assay.conv2d", "Primitive": True})
        with R.dataflow():
            d: R.Tensor((1, 4, 4, 4), dtype="float32") = R.nn.conv2d(c, w, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            R.output(d)
        return d

    @R.function(private=True)
    def fused_relax_nn_conv2d_relax_add_relax_nn_relu(x: R.Tensor((1, 4, 8, 8), dtype="float32"), w: R.Tensor((4, 4, 3, 3), dtype="float32")) -> R.Tensor((1, 4, 6, 6), dtype="float32"):
        R.func_attr({"Composite": "assay.conv2d_bias_relu", "Primitive": True})
        with R.dataflow():
            a: R.Tensor((1, 4, 6, 6), dtype="float32") = R.nn.conv2d(x, w, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            b: R.Tensor((1, 4, 6, 6), dtype="float32") = R.add(a, R.const(1.0, "float32"))
            c: R.Tensor((1, 4, 6, 6), dtype="float32") = R.nn.relu(b)
            R.output(c)
        return c

    @R.function
    def main(x: R.Tensor((1, 4, 8, 8), dtype="float32"), w: R.Tensor((4, 4, 3, 3), dtype="float32")) -> R.Tensor((1, 4, 4, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            c: R.Tensor((1, 4, 6, 6), dtype="float32") = cls.fused_relax_nn_conv2d_relax_add_relax_nn_relu(x, w)
            d: R.Tensor((1, 4, 4, 4), dtype="float32") = cls.fused_relax_nn_conv2d(c, w)
            R.output(d)
        return d
