# RUN: TopologicalSort
# Shows a mutant of passes/relax/topological_sort.cc (negation): Is<PrimType>(symbol->type)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor(("m", "m + 1"), dtype="float32"), x4: R.Tensor((1, 1, 1, "m"), dtype="float64")) -> R.Tensor(("m // 2 + 1", "m", 2), dtype="float32"):
        m = T.int64()
        with R.dataflow():
            lv3: R.Tensor((1, 1, 1, m), dtype="float64") = R.match_cast(x4, R.Tensor((1, 1, 1, m), dtype="float64"))
            lv5: R.Tensor((m // 2 + 1, m, 2), dtype="float32") = R.layout_transform(x0, index_map=T.index_map(lambda i0, i1: (i1 // 2, i0, i1 % 2)), pad_value=None)
            R.output(lv5)
        return lv5
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor(("m", "m + 1"), dtype="float32"), x4: R.Tensor((1, 1, 1, "m"), dtype="float64")) -> R.Tensor(("m // 2 + 1", "m", 2), dtype="float32"):
        m = T.int64()
        with R.dataflow():
            lv5: R.Tensor((m // 2 + 1, m, 2), dtype="float32") = R.layout_transform(x0, index_map=T.index_map(lambda i0, i1: (i1 // 2, i0, i1 % 2)), pad_value=None)
            lv3: R.Tensor((1, 1, 1, m), dtype="float64") = R.match_cast(x4, R.Tensor((1, 1, 1, m), dtype="float64"))
            R.output(lv5)
        return lv5
