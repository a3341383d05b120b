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
# error: no pass is called 'FuseOpsByPattern'
