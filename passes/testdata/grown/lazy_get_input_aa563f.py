# RUN: LazyGetInput
# Shows a mutant of passes/relax/lazy_get_input.cc (condition): !FreeVarsIn(lazy).empty()
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape(["n"]), gv0: R.Tuple(R.Tensor(("n + 1", 1), dtype="float16"), R.Tensor(("n + 1", 1), dtype="float16"))) -> R.Tuple(R.Tensor(("n + 1", 1), dtype="float16"), R.Tensor(("n + 1", 1), dtype="float16")):
        n = T.int64()
        return gv0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tuple(R.Tensor(dtype="float16", ndim=2), R.Tensor(dtype="float16", ndim=2)):
        R.func_attr({"num_input": 1})
        n = T.int64()
        sizes_untyped: R.Any = fget_param(0, R.str("sizes"))
        sizes: R.Shape([n]) = R.match_cast(sizes_untyped, R.Shape([n]))
        gv0_untyped: R.Any = fget_param(1, R.str("gv0"))
        gv0: R.Tuple(R.Tensor((n + 1, 1), dtype="float16"), R.Tensor((n + 1, 1), dtype="float16")) = R.match_cast(gv0_untyped, R.Tuple(R.Tensor((n + 1, 1), dtype="float16"), R.Tensor((n + 1, 1), dtype="float16")))
        return gv0
