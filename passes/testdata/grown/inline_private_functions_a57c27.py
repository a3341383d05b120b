# RUN: InlinePrivateFunctions
# Shows a mutant of passes/relax/canonicalize_symbols.cc (comparison): cond == branch->cond
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def choose(x: R.Tensor((1, 1), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((1, 1), dtype="float32"):
        if c:
            y: R.Tensor((1, 1), dtype="float32") = x
            gv: R.Tensor((1, 1), dtype="float32") = R.exp(R.const([[0.5]], "float32"))
            cast: R.Tensor((1, 1), dtype="float32") = R.match_cast(gv, R.Tensor((1, 1), dtype="float32"))
            r_then: R.Tensor((1, 1), dtype="float32") = cast
            r: R.Tensor((1, 1), dtype="float32") = r_then
        else:
            z: R.Tensor((1, 1), dtype="float32") = x
            r: R.Tensor((1, 1), dtype="float32") = z
        return r

    @R.function
    def main(x: R.Tensor(("n", "n + 1"), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((1, 1), dtype="float32"):
        n = T.int64()
        cls = Module
        y: R.Tensor((1, 1), dtype="float32") = cls.choose(x, c)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", "n + 1"), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((1, 1), dtype="float32"):
        n = T.int64()
        if c:
            gv: R.Tensor((1, 1), dtype="float32") = R.exp(R.const([[0.5]], "float32"))
            r: R.Tensor(dtype="float32", ndim=2) = gv
        else:
            r: R.Tensor(dtype="float32", ndim=2) = x
        return r
