# RUN: DataflowUseInplaceCalls
# Shows a mutant of passes/relax/dataflow_use_inplace_calls.cc (condition): !CanBeInplace(OpNameOf(call))
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv0_1: R.Tensor((1, 1, 1), dtype="float32") = R.negative(lv0)
            lv3: R.Tensor((1, 1, 1), dtype="float32") = R.negative(lv0_1)
            R.output(lv3)
        return lv3
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv0_1: R.Tensor((1, 1, 1), dtype="float32") = R.negative(lv0)
            lv3: R.Tensor((1, 1, 1), dtype="float32") = R.negative(lv0_1)
            R.output(lv3)
        return lv3
