# RUN: FuseOpsByPattern{"patterns":["assay.matmul_bias_relu","assay.arithmetic"]}, MergeCompositeFunctions, RunCodegen
# The whole way: patterns, one function for all that hangs together, and the external call.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32")) -> R.Tensor((2, 4), "float32"):
        with R.dataflow():
            a = R.matmul(x, w)
            b = R.add(a, R.const([1.0, 2.0, 3.0, 4.0], "float32"))
            c = R.nn.relu(b)
            d = R.multiply(c, c)
            e = R.exp(d)
            R.output(e)
        return e
# ---
# error: no pass is called 'FuseOpsByPattern'
