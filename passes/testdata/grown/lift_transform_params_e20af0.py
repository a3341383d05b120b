# RUN: LiftTransformParams
# Shows a mutant of passes/relax/lift_transform_params.cc (negation): !lifted_.contains(binding->var)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        R.func_attr({"num_input": 8})
        lv1: R.Tensor((1, 1, 1, 1), dtype="float32") = R.match_cast(x1, R.Tensor((1, 1, 1, 1), dtype="float32"))
        return lv1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple) -> R.Tuple:
        R.func_attr({"num_input": 0})
        return R.tuple()

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        R.func_attr({"num_input": 8})
        return x1
