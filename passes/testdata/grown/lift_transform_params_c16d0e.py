# RUN: LiftTransformParams{"shared_transform":true}
# Shows a mutant of passes/relax/lift_plan.cc (condition): CanLift(binding, in_dataflow, liftable_)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((1, 1), dtype="float32"), w: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 1})
        y: R.Tensor((1, 1), dtype="float32") = R.add(x, w)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((1, 1), dtype="float32"), w: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 1})
        y: R.Tensor((1, 1), dtype="float32") = R.add(x, w)
        return y

    @R.function
    def transform_params(model_params: R.Tuple(R.Tensor((1, 1), dtype="float32"))) -> R.Tuple(R.Tensor((1, 1), dtype="float32")):
        R.func_attr({"num_input": 0})
        return model_params
