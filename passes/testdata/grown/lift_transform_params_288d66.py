# RUN: LiftTransformParams
# Shows a mutant of passes/relax/lift_plan.cc (condition): !in_dataflow
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="float32"), gv1: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        R.func_attr({"num_input": 1})
        gv1_1: R.Tensor((1,), dtype="int32") = R.negative(gv1)
        return gv1_1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((1,), dtype="int32"))) -> R.Tuple(R.Tensor((1,), dtype="int32")):
        R.func_attr({"num_input": 0})
        return model_params

    @R.function
    def main(x0: R.Tensor((), dtype="float32"), gv1: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        R.func_attr({"num_input": 1})
        gv1_1: R.Tensor((1,), dtype="int32") = R.negative(gv1)
        return gv1_1
