# RUN: ToMixedPrecision
# Shows a mutant of passes/relax/to_mixed_precision.cc (condition): IsCastable(from)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((4,), dtype="int64"):
        with R.dataflow():
            lv4: R.Tensor((4,), dtype="int64") = R.stack((R.const(-1, "int64"), R.const(-2, "int64"), R.const(-3, "int64"), R.const(-2, "int64")), axis=0)
            R.output(lv4)
        return lv4
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((4,), dtype="int64"):
        with R.dataflow():
            lv4: R.Tensor((4,), dtype="int64") = R.stack((R.const(-1, "int64"), R.const(-2, "int64"), R.const(-3, "int64"), R.const(-2, "int64")), axis=0)
            R.output(lv4)
        return lv4
