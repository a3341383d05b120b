# RUN: InlinePrivateFunctions
# What the caller passes has dimensions that the callee does not know: the branches' results keep them.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def choose(x: R.Tensor((2, 3), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2, 3), dtype="float32"):
        if c:
            y = x
            r = R.exp(y)
        else:
            z = x
            r = z
        return r

    @R.function
    def main(x: R.Tensor(("n", "n + 1"), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor(dtype="float32", ndim=2):
        cls = Module
        y = cls.choose(x, c)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", "n + 1"), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor(("n", "n + 1"), dtype="float32"):
        n = T.int64()
        if c:
            r_then: R.Tensor((n, n + 1), dtype="float32") = R.exp(x)
            r: R.Tensor((n, n + 1), dtype="float32") = r_then
        else:
            r: R.Tensor((n, n + 1), dtype="float32") = x
        return r
