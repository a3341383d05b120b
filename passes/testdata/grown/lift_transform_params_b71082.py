# RUN: LiftTransformParams
# Shows a mutant of passes/relax/lift_plan.cc (negation): !depends
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv1: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")), lv0: R.Tensor((1, "n", "n"), dtype="uint16")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv0_1: R.Tensor((1, n, n), dtype="uint16") = R.negative(lv0)
            R.output()
        return lv1
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((1, "n", "n"), dtype="uint16"))) -> R.Tuple:
        n = T.int64()
        R.func_attr({"num_input": 0})
        return R.tuple()

    @R.function
    def main(lv1: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"))) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        R.func_attr({"num_input": 1})
        return lv1
