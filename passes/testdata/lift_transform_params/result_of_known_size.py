# RUN: LiftTransformParams
# The signature says more of the result than is known of it: the sizes of weights that it speaks of are passed on.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(dtype="float32", ndim=2), w: R.Tensor(("n", 1), dtype="float32")) -> R.Tensor(("n", "n + 1"), dtype="float32"):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv = R.add(x, x)
            R.output(lv)
        return lv
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor(("n", 1), dtype="float32"))) -> R.Tuple(R.Shape(["n"])):
        n = T.int64()
        R.func_attr({"num_input": 0})
        with R.dataflow():
            output_tuple: R.Tuple(R.Shape([n])) = (R.shape([n]),)
            R.output(output_tuple)
        return output_tuple

    @R.function
    def main(x: R.Tensor(dtype="float32", ndim=2), vars_from_compile_time_params: R.Shape(["n"])) -> R.Tensor(("n", "n + 1"), dtype="float32"):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv: R.Tensor(dtype="float32", ndim=2) = R.add(x, x)
            R.output(lv)
        return lv
