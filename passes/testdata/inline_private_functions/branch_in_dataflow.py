# RUN: InlinePrivateFunctions
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def choose(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        if c:
            r = R.exp(x)
        else:
            r = x
        return r

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = cls.choose(x, c)
            b = R.add(a, a)
            R.output(b)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def choose(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        if c:
            r_then: R.Tensor((2,), dtype="float32") = R.exp(x)
            r: R.Tensor((2,), dtype="float32") = r_then
        else:
            r: R.Tensor((2,), dtype="float32") = x
        return r

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Tensor((2,), dtype="float32") = cls.choose(x, c)
            b: R.Tensor((2,), dtype="float32") = R.add(a, a)
            R.output(b)
        return b
