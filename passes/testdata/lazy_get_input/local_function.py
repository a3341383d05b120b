# RUN: LazyGetInput
# A local function speaks of a size that only weights define: they are fetched in front of it.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n * 2",), dtype="float32"), s: R.Shape(["n"])) -> R.Tensor(("n * 2",), dtype="float32"):
        n = T.int64()
        @R.function
        def twice(y: R.Tensor((n * 2,), dtype="float32"), t: R.Shape([n])) -> R.Tensor((n * 2,), dtype="float32"):
            z = R.add(y, y)
            return z
        r: R.Tensor((n * 2,), dtype="float32") = twice(x, s)
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tensor(dtype="float32", ndim=1):
        R.func_attr({"num_input": 1})
        n = T.int64()
        s_untyped: R.Any = fget_param(1, R.str("s"))
        s: R.Shape([n]) = R.match_cast(s_untyped, R.Shape([n]))
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def twice(y: R.Tensor((n * 2,), dtype="float32"), t: R.Shape([n])) -> R.Tensor((n * 2,), dtype="float32"):
            z: R.Tensor((n * 2,), dtype="float32") = R.add(y, y)
            return z

        x_untyped: R.Any = fget_param(0, R.str("x"))
        x: R.Tensor((n * 2,), dtype="float32") = R.match_cast(x_untyped, R.Tensor((n * 2,), dtype="float32"))
        r: R.Tensor((n * 2,), dtype="float32") = twice(x, s)
        return r
