# RUN: TopologicalSort
# Shows a mutant of passes/relax/topological_sort.cc (condition): known_.contains(var)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape(["n", 1]), x6: R.Tensor(("n + 1", 1, 1), dtype="bool"), lv2: R.Tensor((1, 1, 1, 1), dtype="int16")) -> R.Tensor(("n + 1", 1), dtype="bool"):
        n = T.int64()
        with R.dataflow():
            lv2_1: R.Tensor((1, 1, 1, 1), dtype="int16") = R.negative(lv2)
            lv4: R.Tensor((n + 1, 1), dtype="bool") = R.reshape(x6, R.shape([n + 1, 1]))
            R.output(lv4)
        return lv4
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape(["n", 1]), x6: R.Tensor(("n + 1", 1, 1), dtype="bool"), lv2: R.Tensor((1, 1, 1, 1), dtype="int16")) -> R.Tensor(("n + 1", 1), dtype="bool"):
        n = T.int64()
        with R.dataflow():
            lv4: R.Tensor((n + 1, 1), dtype="bool") = R.reshape(x6, R.shape([n + 1, 1]))
            lv2_1: R.Tensor((1, 1, 1, 1), dtype="int16") = R.negative(lv2)
            R.output(lv4)
        return lv4
