# RUN: LazyGetInput
# A shape that types name is fetched once, where all of them see it.
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
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"num_input": 2})
        s_untyped: R.Any = fget_param(0, R.str("s"))
        s: R.Shape(ndim=2) = R.match_cast(s_untyped, R.Shape(ndim=2))
        with R.dataflow():
            y: R.Tensor(s, dtype="float32") = R.broadcast_to(x, s)
            z: R.Tensor(s, dtype="float32") = R.exp(y)
            R.output(z)
        w_untyped: R.Any = fget_param(1, R.str("w"))
        w: R.Tensor(dtype="float32", ndim=2) = R.match_cast(w_untyped, R.Tensor(dtype="float32", ndim=2))
        v: R.Tensor(s, dtype="float32") = R.broadcast_to(w, s)
        sum: R.Tensor(s, dtype="float32") = R.add(z, v)
        return sum
