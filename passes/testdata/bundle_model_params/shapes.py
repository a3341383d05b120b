# RUN: BundleModelParams
# A shape that types name is read once, where all of them see it.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), s: R.Shape(ndim=2), w: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            y: R.Tensor(s, dtype="float32") = R.broadcast_to(x, s)
            z: R.Tensor(s, dtype="float32") = R.exp(y)
            R.output(z)
        v: R.Tensor(s, dtype="float32") = R.broadcast_to(w, s)
        sum: R.Tensor(s, dtype="float32") = R.add(z, v)
        return sum
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), model_params: R.Tuple(R.Shape(ndim=2), R.Tensor(dtype="float32", ndim=2))) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"num_input": 1})
        s: R.Shape(ndim=2) = model_params[0]
        with R.dataflow():
            y: R.Tensor(s, dtype="float32") = R.broadcast_to(x, s)
            z: R.Tensor(s, dtype="float32") = R.exp(y)
            R.output(z)
        w: R.Tensor(dtype="float32", ndim=2) = model_params[1]
        v: R.Tensor(s, dtype="float32") = R.broadcast_to(w, s)
        sum: R.Tensor(s, dtype="float32") = R.add(z, v)
        return sum
