# RUN: FuseOps
# Shows a mutant of passes/fuse/group_functions.cc (condition): known.insert(var).second
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv5: R.Tensor((1, "n", 1, 1), dtype="float32"), lv9: R.Tensor((1, "n", 1, 1), dtype="float32")) -> R.Tensor((1, "n", 1, 1), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            lv9_1: R.Tensor((1, n, 1, 1), dtype="float32") = R.negative(lv9)
            lv11: R.Tensor((1, n, 1, 1), dtype="float32") = R.match_cast(lv5, R.Tensor((1, n, 1, 1), dtype="float32"))
            R.output(lv11)
        return lv11
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv5: R.Tensor((1, "n", 1, 1), dtype="float32"), lv9: R.Tensor((1, "n", 1, 1), dtype="float32")) -> R.Tensor((1, "n", 1, 1), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            lv9_1: R.Tensor((1, n, 1, 1), dtype="float32") = R.negative(lv9)
            lv11: R.Tensor((1, n, 1, 1), dtype="float32") = R.match_cast(lv5, R.Tensor((1, n, 1, 1), dtype="float32"))
            R.output(lv11)
        return lv11
