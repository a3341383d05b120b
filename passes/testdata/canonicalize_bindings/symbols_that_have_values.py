# RUN: CanonicalizeBindings
# A cast to what a parameter, or a cast before it, has defined compares: it stays, and says nothing of the variable.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(s: R.Shape(["k"]), x: R.Tensor((1,), dtype="float32"), y: R.Tensor(dtype="float32", ndim=1)) -> R.Tuple(R.Tensor(("k",), dtype="float32"), R.Tensor(dtype="float32", ndim=1)):
        k, m = T.int64(), T.int64()
        a: R.Tensor((k,), dtype="float32") = R.match_cast(x, R.Tensor((k,), dtype="float32"))
        b: R.Tensor((m,), dtype="float32") = R.match_cast(y, R.Tensor((m,), dtype="float32"))
        c: R.Tensor((m,), dtype="float32") = R.match_cast(x, R.Tensor((m,), dtype="float32"))
        d = R.add(b, c)
        return (a, d)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(s: R.Shape(["k"]), x: R.Tensor((1,), dtype="float32"), y: R.Tensor(dtype="float32", ndim=1)) -> R.Tuple(R.Tensor(("k",), dtype="float32"), R.Tensor(dtype="float32", ndim=1)):
        k = T.int64()
        m = T.int64()
        a: R.Tensor((k,), dtype="float32") = R.match_cast(x, R.Tensor((k,), dtype="float32"))
        b: R.Tensor((m,), dtype="float32") = R.match_cast(y, R.Tensor((m,), dtype="float32"))
        c: R.Tensor((m,), dtype="float32") = R.match_cast(x, R.Tensor((m,), dtype="float32"))
        d: R.Tensor((m,), dtype="float32") = R.add(b, c)
        return (a, d)
