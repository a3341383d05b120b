# RUN: LiftTransformParams
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), w: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((8,), dtype="float32")) -> R.Tensor(("n", 8), dtype="float32"):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            z = R.zeros(R.shape([8]), dtype="float32")
            s = R.multiply(w, w)
            c = R.add(b, z)
            stop = R.builtin.stop_lift_params(c)
            d = R.add(stop, stop)
            y = R.matmul(x, s)
            r = R.add(y, d)
            R.output(r)
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((8,), dtype="float32"))) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((8,), dtype="float32")):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            z: R.Tensor((8,), dtype="float32") = R.zeros(R.shape([8]), dtype="float32")
            w: R.Tensor((4, 8), dtype="float32") = model_params[0]
            w_1: R.Tensor((4, 8), dtype="float32") = model_params[0]
            s: R.Tensor((4, 8), dtype="float32") = R.multiply(w, w_1)
            b: R.Tensor((8,), dtype="float32") = model_params[1]
            c: R.Tensor((8,), dtype="float32") = R.add(b, z)
            output_tuple: R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((8,), dtype="float32")) = s, c
            R.output(output_tuple)
        return output_tuple

    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), s: R.Tensor((4, 8), dtype="float32"), c: R.Tensor((8,), dtype="float32")) -> R.Tensor(("n", 8), dtype="float32"):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            z: R.Tensor((8,), dtype="float32") = R.zeros(R.shape([8]), dtype="float32")
            d: R.Tensor((8,), dtype="float32") = R.add(c, c)
            y: R.Tensor((n, 8), dtype="float32") = R.matmul(x, s, out_dtype=None)
            r: R.Tensor((n, 8), dtype="float32") = R.add(y, d)
            R.output(r)
        return r
