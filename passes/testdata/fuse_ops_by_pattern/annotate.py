# RUN: FuseOpsByPattern{"patterns":[["a.relu_exp","nn.relu(exp(_))"],["b.add","add($x, $x)"]],"bind_constants":false,"annotate_codegen":true}
# Each composite function gets one around it for its compiler; equal ones share it.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            c = R.exp(b)
            d = R.nn.relu(c)
            e = R.add(d, d)
            f = R.add(e, y)
            R.output(f)
        return f
# ---
# error: no pass is called 'FuseOpsByPattern'
