# RUN: DataflowUseInplaceCalls
# Shows a mutant of passes/relax/dataflow_use_inplace_calls.cc (condition): !Fits(call->type, var->type)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv19: R.Tensor((1, 1, 1), dtype="float32"), lv35: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv35_1: R.Tensor((1,), dtype="float32") = R.negative(lv35)
            lv42: R.Tensor((1, 1, 1), dtype="float32") = R.add(lv35_1, lv19)
            R.output(lv42)
        return lv42
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv19: R.Tensor((1, 1, 1), dtype="float32"), lv35: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv35_1: R.Tensor((1,), dtype="float32") = R.negative(lv35)
            lv42: R.Tensor((1, 1, 1), dtype="float32") = R.add(lv35_1, lv19)
            R.output(lv42)
        return lv42
