# RUN: FuseOpsByPattern{"patterns":[["a.around","add(exp(_), _)"]]}
# The sum needs what is made of its own exp in between: the group and that binding need each other.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.log(a)
            c = R.add(a, b)
            R.output(c)
        return c
# ---
# error: groups of bindings need each other's results
