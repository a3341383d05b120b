# RUN: LiftTransformParams{"shared_transform":true}
# Shows a mutant of passes/relax/lift_plan.cc (condition): !own
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((1, 1), dtype="float32"), lv: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv_1: R.Tensor((1, 1), dtype="float32") = R.negative(lv)
            lv_2: R.Tensor((1, 1), dtype="float32") = R.negative(lv)
            lv_2_1: R.Tensor((1, 1), dtype="float32") = R.where(R.const(True, "bool"), lv_2, lv_1)
            R.output(lv_2_1)
        return lv_2_1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((1, 1), dtype="float32"), lv: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv_1: R.Tensor((1, 1), dtype="float32") = R.negative(lv)
            lv_2: R.Tensor((1, 1), dtype="float32") = R.negative(lv)
            lv_2_1: R.Tensor((1, 1), dtype="float32") = R.where(R.const(True, "bool"), lv_2, lv_1)
            R.output(lv_2_1)
        return lv_2_1

    @R.function
    def transform_params(model_params: R.Tuple(R.Tensor((1, 1), dtype="float32"))) -> R.Tuple(R.Tensor((1, 1), dtype="float32")):
        R.func_attr({"num_input": 0})
        return model_params
