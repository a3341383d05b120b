# RUN: LazyGetInput
# Shows a mutant of passes/analysis/symbols.cc (condition): !used_.contains(var)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("q",), dtype="float32")) -> R.Tensor(("q",), dtype="float32"):
        q = T.int64()
        e: T.int64 = q
        return x
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
        q = T.int64()
        x_untyped: R.Any = fget_param(0, R.str("x"))
        x: R.Tensor((q,), dtype="float32") = R.match_cast(x_untyped, R.Tensor((q,), dtype="float32"))
        e: T.int64 = q
        return x
