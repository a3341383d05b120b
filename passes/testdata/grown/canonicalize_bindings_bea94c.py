# RUN: CanonicalizeBindings
# Shows a mutant of passes/relax/canonicalize_symbols.cc (condition): done.ok()
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        p = T.int64()
        y: R.Tensor((1, p), dtype="float32") = R.match_cast(x, R.Tensor((1, p), dtype="float32"))
        z: R.Tensor((1, p), dtype="float32") = R.strided_slice(y, (1,), (0,), (p,), (1,), assume_inbound=False)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        p = T.int64()
        y: R.Tensor((1, p), dtype="float32") = R.match_cast(x, R.Tensor((1, p), dtype="float32"))
        z: R.Tensor((1, 1), dtype="float32") = R.strided_slice(y, (1,), (0,), (p,), (1,), assume_inbound=False)
        return z
