# RUN: LiftTransformParams
# Lifted variables that results mention: inside nested tuples, as a weight itself, through a shape's dimension, out of a
# branch; and the inverse, a lifted variable that nothing mentions at run time.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def branches(c: R.Tensor((), dtype="bool"), x: R.Tensor((4,), dtype="float32"), w: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 2})
        with R.dataflow():
            v = R.exp(w)
            R.output(v)
        if c:
            z = R.add(x, x)
            r: R.Tensor((4,), dtype="float32") = z
        else:
            r: R.Tensor((4,), dtype="float32") = v
        return r

    @R.function
    def nested(x: R.Tensor((4,), dtype="float32"), w: R.Tensor((4,), dtype="float32"), b: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((4,), dtype="float32"), R.Tuple(R.Tensor((4,), dtype="float32"))), R.Tensor((4,), dtype="float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            u = R.exp(w)
            unused = R.add(u, u)
            v = R.multiply(u, b)
            y = R.add(x, x)
            R.output(v, y)
        return ((y, (v,)), b)

    @R.function
    def symbolic(x: R.Tensor((4,), dtype="float32"), w: R.Tensor(("n", 4), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Shape(["n"])):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            y = R.add(x, x)
            R.output(y)
        return (y, R.shape([n]))
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def branches(c: R.Tensor((), dtype="bool"), x: R.Tensor((4,), dtype="float32"), v: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 2})
        if c:
            z: R.Tensor((4,), dtype="float32") = R.add(x, x)
            r: R.Tensor((4,), dtype="float32") = z
        else:
            r: R.Tensor((4,), dtype="float32") = v
        return r

    @R.function
    def branches_transform_params(model_params: R.Tuple(R.Tensor((4,), dtype="float32"))) -> R.Tuple(R.Tensor((4,), dtype="float32")):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            w: R.Tensor((4,), dtype="float32") = model_params[0]
            v: R.Tensor((4,), dtype="float32") = R.exp(w)
            output_tuple: R.Tuple(R.Tensor((4,), dtype="float32")) = (v,)
            R.output(output_tuple)
        return output_tuple

    @R.function
    def nested(x: R.Tensor((4,), dtype="float32"), b: R.Tensor((4,), dtype="float32"), v: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((4,), dtype="float32"), R.Tuple(R.Tensor((4,), dtype="float32"))), R.Tensor((4,), dtype="float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            y: R.Tensor((4,), dtype="float32") = R.add(x, x)
            R.output(y)
        gv: R.Tuple(R.Tuple(R.Tensor((4,), dtype="float32"), R.Tuple(R.Tensor((4,), dtype="float32"))), R.Tensor((4,), dtype="float32")) = (y, (v,)), b
        return gv

    @R.function
    def nested_transform_params(model_params: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            w: R.Tensor((4,), dtype="float32") = model_params[0]
            u: R.Tensor((4,), dtype="float32") = R.exp(w)
            b: R.Tensor((4,), dtype="float32") = model_params[1]
            v: R.Tensor((4,), dtype="float32") = R.multiply(u, b)
            b_1: R.Tensor((4,), dtype="float32") = model_params[1]
            output_tuple: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = b_1, v
            R.output(output_tuple)
        return output_tuple

    @R.function
    def symbolic(x: R.Tensor((4,), dtype="float32"), vars_from_compile_time_params: R.Shape(["n"])) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Shape(["n"])):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            y: R.Tensor((4,), dtype="float32") = R.add(x, x)
            R.output(y)
        gv: R.Tuple(R.Tensor((4,), dtype="float32"), R.Shape([n])) = y, R.shape([n])
        return gv

    @R.function
    def symbolic_transform_params(model_params: R.Tuple(R.Tensor(("n", 4), dtype="float32"))) -> R.Tuple(R.Shape(["n"])):
        n = T.int64()
        R.func_attr({"num_input": 0})
        with R.dataflow():
            output_tuple: R.Tuple(R.Shape([n])) = (R.shape([n]),)
            R.output(output_tuple)
        return output_tuple
