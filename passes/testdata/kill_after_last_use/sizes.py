# RUN: RemovePurityChecking,KillAfterLastUse
# A size by another name stays where types alone say it: a cast holds something against it.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(m: T.int64, x: R.Tensor((1, m, 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=3):
        size: T.int64 = m
        unused: T.int64 = m
        y: R.Tensor((1, m, size), dtype="float32") = R.match_cast(x, R.Tensor((1, m, size), dtype="float32"))
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(m: T.int64, x: R.Tensor((1, m, 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=3):
        R.func_attr({"relax.force_pure": True})
        size: T.int64 = m
        y: R.Tensor((1, m, size), dtype="float32") = R.match_cast(x, R.Tensor((1, m, size), dtype="float32"))
        return y
