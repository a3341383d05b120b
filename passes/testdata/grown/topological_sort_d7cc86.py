# RUN: TopologicalSort
# Shows a mutant of passes/relax/topological_sort.cc (condition): emitted.insert(var).second
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((), dtype="uint8"), lv4: R.Tensor((), dtype="int64")) -> R.Tensor((), dtype="uint8"):
        with R.dataflow():
            lv4_1: R.Tensor((), dtype="int64") = R.negative(lv4)
            lv5: R.Tensor((), dtype="uint8") = R.add(x4, x4)
            R.output(lv5)
        return lv5
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((), dtype="uint8"), lv4: R.Tensor((), dtype="int64")) -> R.Tensor((), dtype="uint8"):
        with R.dataflow():
            lv5: R.Tensor((), dtype="uint8") = R.add(x4, x4)
            lv4_1: R.Tensor((), dtype="int64") = R.negative(lv4)
            R.output(lv5)
        return lv5
