# RUN: LiftTransformParams
# TVM #17231: w1_t is lifted, and only the function's result mentions it.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((256, 256), dtype="float32"), w1: R.Tensor((256, 256), dtype="float32")) -> R.Tuple(R.Tensor((256, 256), dtype="float32"), R.Tensor((256, 256), dtype="float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            w1_t = R.permute_dims(w1)
            y = R.add(x, x)
            R.output(w1_t, y)
        return (w1_t, y)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((256, 256), dtype="float32"))) -> R.Tuple(R.Tensor((256, 256), dtype="float32")):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            w1: R.Tensor((256, 256), dtype="float32") = model_params[0]
            w1_t: R.Tensor((256, 256), dtype="float32") = R.permute_dims(w1, axes=None)
            output_tuple: R.Tuple(R.Tensor((256, 256), dtype="float32")) = (w1_t,)
            R.output(output_tuple)
        return output_tuple

    @R.function
    def main(x: R.Tensor((256, 256), dtype="float32"), w1_t: R.Tensor((256, 256), dtype="float32")) -> R.Tuple(R.Tensor((256, 256), dtype="float32"), R.Tensor((256, 256), dtype="float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            y: R.Tensor((256, 256), dtype="float32") = R.add(x, x)
            R.output(y)
        gv: R.Tuple(R.Tensor((256, 256), dtype="float32"), R.Tensor((256, 256), dtype="float32")) = w1_t, y
        return gv
