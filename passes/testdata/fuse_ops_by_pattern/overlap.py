# RUN: FuseOpsByPattern{"patterns":[["a.relu_exp","nn.relu(exp(_))"]]}
# Both relus would take the exp: the first one keeps it, and the second is left as it is. (TVM names it a composite all
# the same, without its exp.)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            c = R.nn.relu(a)
            d = R.add(b, c)
            R.output(d)
        return d
# ---
# error: no pass is called 'FuseOpsByPattern'
