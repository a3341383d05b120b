# RUN: LegalizeOps{"skip_ops":["relax.exp"]}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            a = R.add(x, x)
            b = R.add(a, a)
            c = R.exp(b)
            R.output(c)
        return c

    @R.function
    def second(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        a = R.add(x, x)
        b = R.add(y, y)
        return b
