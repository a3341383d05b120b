# RUN: CanonicalizeBindings
# Shows a mutant of passes/relax/canonicalize_symbols.cc (comparison): else_branch == branch->false_branch
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x3: R.Tensor((), dtype="bool"), x4: R.Tensor((1, 1, 1), dtype="float32"), gv4: R.Tensor((1, 1), dtype="float16")) -> R.Tensor(dtype="int8", ndim=3):
        p1 = T.int64()
        gv2: R.Tensor((1, 1, p1), dtype="float32") = R.match_cast(x4, R.Tensor((1, 1, p1), dtype="float32"))
        gv6: R.Tensor((1, 1, p1), dtype="int8") = R.zeros(R.shape([1, 1, p1]), dtype="int8")
        if x3:
            gv8: R.Tensor((1, 1, 1), dtype="float32") = R.ones(R.shape([1, 1, 1]), dtype="float32")
            gv9: R.Tensor((1, 1), dtype="float16") = gv4
            gv13: R.Tensor((1, 1), dtype="float16") = gv9
        else:
            gv10: R.Tensor((1, 1, 1), dtype="float32") = R.atan2(x4, x4)
            gv11: R.Tensor((1, 1, p1), dtype="float32") = R.rsqrt(gv2)
            gv12: R.Tensor((1, 1), dtype="float16") = gv4
            gv13: R.Tensor((1, 1), dtype="float16") = gv12
        return gv6
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x3: R.Tensor((), dtype="bool"), x4: R.Tensor((1, 1, 1), dtype="float32"), gv4: R.Tensor((1, 1), dtype="float16")) -> R.Tensor((1, 1, 1), dtype="int8"):
        gv6: R.Tensor((1, 1, 1), dtype="int8") = R.zeros(R.shape([1, 1, 1]), dtype="int8")
        if x3:
            gv8: R.Tensor((1, 1, 1), dtype="float32") = R.ones(R.shape([1, 1, 1]), dtype="float32")
            gv13: R.Tensor((1, 1), dtype="float16") = gv4
        else:
            gv10: R.Tensor((1, 1, 1), dtype="float32") = R.atan2(x4, x4)
            gv11: R.Tensor((1, 1, 1), dtype="float32") = R.rsqrt(x4)
            gv13: R.Tensor((1, 1), dtype="float16") = gv4
        return gv6
