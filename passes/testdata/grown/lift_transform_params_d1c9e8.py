# RUN: LiftTransformParams{"shared_transform":true}
# Shows a mutant of passes/relax/lift_plan.cc (left-out call): liftable_.insert(binding->var);
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((1, 1), dtype="float32"), lv: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv_1: R.Tensor((1, 1), dtype="float32") = R.negative(lv)
            lv_2: R.Tensor((1, 1), dtype="float32") = R.where(R.const(True, "bool"), lv_1, lv_1)
            R.output(lv_2)
        return lv_2
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((1, 1), dtype="float32"), lv_2: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 1})
        return lv_2

    @R.function
    def transform_params(model_params: R.Tuple(R.Tensor((1, 1), dtype="float32"))) -> R.Tuple(R.Tensor((1, 1), dtype="float32")):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            lv: R.Tensor((1, 1), dtype="float32") = model_params[0]
            lv_1: R.Tensor((1, 1), dtype="float32") = R.negative(lv)
            lv_2: R.Tensor((1, 1), dtype="float32") = R.where(R.const(True, "bool"), lv_1, lv_1)
            output_tuple: R.Tuple(R.Tensor((1, 1), dtype="float32")) = (lv_2,)
            R.output(output_tuple)
        return output_tuple
