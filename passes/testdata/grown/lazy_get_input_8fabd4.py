# RUN: LazyGetInput
# Shows a mutant of passes/relax/eliminate_common_subexpr.cc (condition): !same_cast
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(p: T.int64, x: R.Tensor((1,), dtype="float32"), e: T.int64) -> R.Tensor((e,), dtype="float32"):
        c: R.Tensor((p,), dtype="float32") = R.match_cast(x, R.Tensor((p,), dtype="float32"))
        a: R.Tensor((e,), dtype="float32") = R.match_cast(x, R.Tensor((e,), dtype="float32"))
        return a
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
        p_untyped: R.Any = fget_param(0, R.str("p"))
        p: T.int64 = R.match_cast(p_untyped, T.int64)
        e_untyped: R.Any = fget_param(2, R.str("e"))
        e: T.int64 = R.match_cast(e_untyped, T.int64)
        x_untyped: R.Any = fget_param(1, R.str("x"))
        x: R.Tensor((1,), dtype="float32") = R.match_cast(x_untyped, R.Tensor((1,), dtype="float32"))
        c: R.Tensor((p,), dtype="float32") = R.match_cast(x, R.Tensor((p,), dtype="float32"))
        a: R.Tensor((e,), dtype="float32") = R.match_cast(x, R.Tensor((e,), dtype="float32"))
        return a
