# RUN: TopologicalSort
# Shows a mutant of passes/relax/topological_sort.cc (condition): scalars_.contains(symbol)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((1, 1, 1, "m"), dtype="float64"), lv: R.Tensor(("m // 2 + 1", "m", 1), dtype="float32"), lv_1: R.Tensor(("m // 2 + 1", "m", 1), dtype="float32")) -> R.Tensor(("m // 2 + 1", "m", 1), dtype="float32"):
        m = T.int64()
        with R.dataflow():
            lv3: R.Tensor((1, 1, 1, m), dtype="float64") = R.match_cast(x4, R.Tensor((1, 1, 1, m), dtype="float64"))
            lv_2: R.Tensor((m // 2 + 1, m, 1), dtype="float32") = R.negative(lv_1)
            lv5: R.Tensor((m // 2 + 1, m, 1), dtype="float32") = R.add(lv, lv)
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
    def main(x4: R.Tensor((1, 1, 1, "m"), dtype="float64"), lv: R.Tensor(("m // 2 + 1", "m", 1), dtype="float32"), lv_1: R.Tensor(("m // 2 + 1", "m", 1), dtype="float32")) -> R.Tensor(("m // 2 + 1", "m", 1), dtype="float32"):
        m = T.int64()
        with R.dataflow():
            lv3: R.Tensor((1, 1, 1, m), dtype="float64") = R.match_cast(x4, R.Tensor((1, 1, 1, m), dtype="float64"))
            lv5: R.Tensor((m // 2 + 1, m, 1), dtype="float32") = R.add(lv, lv)
            lv_2: R.Tensor((m // 2 + 1, m, 1), dtype="float32") = R.negative(lv_1)
            R.output(lv5)
        return lv5
