# RUN: CanonicalizeBindings
# The field of a tuple stands for a value of an earlier block, which stays visible.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")):
        with R.dataflow():
            a = R.exp(x)
            pair = (a, x)
            R.output(a, pair)
        if c:
            b = x
        else:
            b = R.tanh(x)
        with R.dataflow():
            first = pair[0]
            sum = R.add(first, b)
            R.output(first, sum)
        return sum
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((2,), dtype="float32") = R.exp(x)
            pair: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = a, x
            R.output(a)
        if c:
            b: R.Tensor((2,), dtype="float32") = x
        else:
            b_else: R.Tensor((2,), dtype="float32") = R.tanh(x)
            b: R.Tensor((2,), dtype="float32") = b_else
        with R.dataflow():
            sum: R.Tensor((2,), dtype="float32") = R.add(a, b)
            R.output(sum)
        return sum
