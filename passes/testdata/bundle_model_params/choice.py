# RUN: BundleModelParams
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool"), w: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"num_input": 2})
        if c:
            a = R.add(x, w)
            r = a
        else:
            b = R.multiply(w, w)
            r = b
        with R.dataflow():
            s = R.add(r, w)
            R.output(s)
        return s

    @R.function(private=True)
    def plain(x: R.Tensor((2,), dtype="float32"), w: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y = R.add(x, w)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def plain(x: R.Tensor((2,), dtype="float32"), w: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y: R.Tensor((2,), dtype="float32") = R.add(x, w)
        return y

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool"), model_params: R.Tuple(R.Tensor((2,), dtype="float32"))) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"num_input": 2})
        if c:
            w: R.Tensor((2,), dtype="float32") = model_params[0]
            a: R.Tensor((2,), dtype="float32") = R.add(x, w)
            r: R.Tensor((2,), dtype="float32") = a
        else:
            w: R.Tensor((2,), dtype="float32") = model_params[0]
            w_1: R.Tensor((2,), dtype="float32") = model_params[0]
            b: R.Tensor((2,), dtype="float32") = R.multiply(w, w_1)
            r: R.Tensor((2,), dtype="float32") = b
        with R.dataflow():
            w: R.Tensor((2,), dtype="float32") = model_params[0]
            s: R.Tensor((2,), dtype="float32") = R.add(r, w)
            R.output(s)
        return s
