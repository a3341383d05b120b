# RUN: LiftTransformParams{"shared_transform":true}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            t = R.permute_dims(w)
            s = R.add(w, w)
            y = R.matmul(x, t)
            r = R.matmul(y, s)
            R.output(r)
        return r

    @R.function
    def second(x: R.Tensor((3, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            t = R.permute_dims(w)
            r = R.matmul(x, t)
            R.output(r)
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32"), t: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            s: R.Tensor((4, 4), dtype="float32") = R.add(w, w)
            y: R.Tensor((2, 4), dtype="float32") = R.matmul(x, t, out_dtype=None)
            r: R.Tensor((2, 4), dtype="float32") = R.matmul(y, s, out_dtype=None)
            R.output(r)
        return r

    @R.function
    def second(x: R.Tensor((3, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32"), t: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            r: R.Tensor((3, 4), dtype="float32") = R.matmul(x, t, out_dtype=None)
            R.output(r)
        return r

    @R.function
    def transform_params(model_params: R.Tuple(R.Tensor((4, 4), dtype="float32"))) -> R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            w: R.Tensor((4, 4), dtype="float32") = model_params[0]
            t: R.Tensor((4, 4), dtype="float32") = R.permute_dims(w, axes=None)
            w_1: R.Tensor((4, 4), dtype="float32") = model_params[0]
            output_tuple: R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")) = w_1, t
            R.output(output_tuple)
        return output_tuple
