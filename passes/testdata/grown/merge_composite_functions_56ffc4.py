# RUN: MergeCompositeFunctions
# Shows a mutant of passes/fuse/composite_groups.cc (condition): !CompilerOf(common).empty()
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            lv_1: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = lv, lv
            a: R.Tensor((1,), dtype="float32") = lv_1[0]
            R.output(a)
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            lv_1: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = lv, lv
            a: R.Tensor((1,), dtype="float32") = lv_1[0]
            R.output(a)
        return a
