# RUN: LazyGetInput
# Shows a mutant of passes/relax/lazy_get_input.cc (left-out call): places_.erase(param);
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(p: T.int64) -> T.int64:
        return p
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> T.int64:
        R.func_attr({"num_input": 1})
        p_untyped: R.Any = fget_param(0, R.str("p"))
        p: T.int64 = R.match_cast(p_untyped, T.int64)
        return p
