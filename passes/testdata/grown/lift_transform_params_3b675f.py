# RUN: LiftTransformParams
# CONFIG: relax.lift_transform_params.consume_params
# Shows a mutant of passes/relax/lift_plan.cc (condition): needs_weights.contains(binding->var)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((1,), dtype="int64"):
        R.func_attr({"num_input": 3})
        with R.dataflow():
            lv1: R.Tensor((1,), dtype="int64") = R.full(R.shape([1]), R.const(2, "int64"), dtype="int64")
            R.output(lv1)
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
    def main() -> R.Tensor((1,), dtype="int64"):
        R.func_attr({"num_input": 3})
        with R.dataflow():
            lv1: R.Tensor((1,), dtype="int64") = R.full(R.shape([1]), R.const(2, "int64"), dtype="int64")
            R.output(lv1)
        return lv1
