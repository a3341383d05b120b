# RUN: CanonicalizeBindings
# Shows a mutant of passes/relax/canonicalize_symbols.cc (comparison): then_branch == branch->true_branch
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1), dtype="float32"), x5: R.Tensor((1, 1), dtype="float32"), x6: R.Tensor((), dtype="bool"), x7: R.Tensor((1, 1, 1), dtype="float32"), gv0: R.Tensor((), dtype="int64"), gv2: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((), dtype="int64"):
        p2 = T.int64()
        gv5: R.Tensor((1, p2, 1), dtype="float32") = R.match_cast(x1, R.Tensor((1, p2, 1), dtype="float32"))
        if x6:
            gv15: R.Tensor((), dtype="int64") = R.size(gv5)
            gv16: R.Tensor((1, 1, 1), dtype="float32") = R.builtin.stop_lift_params(gv2)
            gv17: R.Tensor((), dtype="int64") = gv15
            gv21: R.Tensor((), dtype="int64") = gv17
        else:
            gv18: R.Tensor((1, 1), dtype="float32") = R.rsqrt(x5)
            gv19: R.Tensor((1, 1, 1), dtype="float32") = R.min(x7, axis=[0, -2, 2], keepdims=True)
            gv20: R.Tensor((), dtype="int64") = gv0
            gv21: R.Tensor((), dtype="int64") = gv20
        return gv21
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1), dtype="float32"), x5: R.Tensor((1, 1), dtype="float32"), x6: R.Tensor((), dtype="bool"), x7: R.Tensor((1, 1, 1), dtype="float32"), gv0: R.Tensor((), dtype="int64"), gv2: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((), dtype="int64"):
        if x6:
            gv15: R.Tensor((), dtype="int64") = R.size(x1)
            gv16: R.Tensor((1, 1, 1), dtype="float32") = R.builtin.stop_lift_params(gv2)
            gv21: R.Tensor((), dtype="int64") = gv15
        else:
            gv18: R.Tensor((1, 1), dtype="float32") = R.rsqrt(x5)
            gv19: R.Tensor((1, 1, 1), dtype="float32") = R.min(x7, axis=[0, -2, 2], keepdims=True)
            gv21: R.Tensor((), dtype="int64") = gv0
        return gv21
