# RUN: ReorderPermuteDimsAfterConcat
# Shows a mutant of passes/rewrite/relax_mutator.cc (condition): Equal(a, b)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x9: R.Tensor(("n", 1), dtype="float32")) -> R.Tensor((1, "n * 2"), dtype="float32"):
        n = T.int64()
        lv10: R.Tensor((1, n), dtype="float32") = R.permute_dims(x9, axes=[1, 0])
        lv12: R.Tensor((1, n * 2), dtype="float32") = R.concat((lv10, lv10), axis=1)
        lv13: R.Tensor((1, n * 2), dtype="float32") = R.match_cast(lv12, R.Tensor((1, n * 2), dtype="float32"))
        return lv13
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x9: R.Tensor(("n", 1), dtype="float32")) -> R.Tensor((1, "n * 2"), dtype="float32"):
        n = T.int64()
        gv: R.Tensor((n * 2, 1), dtype="float32") = R.concat((x9, x9), axis=0)
        lv12: R.Tensor((1, n * 2), dtype="float32") = R.permute_dims(gv, axes=[1, 0])
        return lv12
