# RUN: FastMathTransform
# float64 keeps exp as it is, in a kernel of the same name; erf has no polynomial for it and stays.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 5), dtype="float32"), y: R.Tensor((4,), dtype="float64")):
        with R.dataflow():
            a = R.exp(x)
            b = R.erf(a)
            c = R.tanh(b)
            d = R.nn.softmax(c, axis=-1)
            e = R.erf(y)
            f = R.exp(e)
            R.output(d, f)
        return (d, f)
