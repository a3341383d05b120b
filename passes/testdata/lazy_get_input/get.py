# RUN: LazyGetInput
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), w: R.Tensor(("m", 2), dtype="float32"), u: R.Tensor(("m",), dtype="float32")) -> R.Tuple(R.Tensor(("m", 2), dtype="float32"), R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        m = T.int64()
        R.func_attr({"num_input": 1})
        a = R.add(w, w)
        return (a, x)

    @R.function(private=True)
    def inner(w: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        return w
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def inner(w: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        return w

    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tuple(R.Tensor(dtype="float32", ndim=2), R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        R.func_attr({"num_input": 2})
        m = T.int64()
        w_untyped: R.Any = fget_param(0, R.str("w"))
        w: R.Tensor((m, 2), dtype="float32") = R.match_cast(w_untyped, R.Tensor((m, 2), dtype="float32"))
        a: R.Tensor((m, 2), dtype="float32") = R.add(w, w)
        return (a, x)
