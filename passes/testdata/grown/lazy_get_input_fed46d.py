# RUN: LazyGetInput
# Shows a mutant of passes/rewrite/relax_mutator.cc (comparison): cond == branch->cond
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x3: R.Tensor((), dtype="bool"), gv11: R.Tensor((1,), dtype="float32"), gv20: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        gv11_1: R.Tensor((1,), dtype="float32") = R.negative(gv11)
        gv20_1: R.Tensor((1, 1, 1), dtype="float32") = R.negative(gv20)
        if x3:
            gv21: R.Tensor((), dtype="float32") = R.asin(R.const(0.33620774745941162, "float32"))
            gv22: R.Tensor((1, 1, 1), dtype="bool") = R.less_equal(R.const(0.33620774745941162, "float32"), gv20_1)
            gv23: R.Tensor((1,), dtype="float32") = gv11_1
            gv25: R.Tensor((1,), dtype="float32") = gv23
        else:
            gv24: R.Tensor((1,), dtype="float32") = gv11_1
            gv25: R.Tensor((1,), dtype="float32") = gv24
        return gv25
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"num_input": 1})
        gv11_untyped: R.Any = fget_param(1, R.str("gv11"))
        gv11: R.Tensor((1,), dtype="float32") = R.match_cast(gv11_untyped, R.Tensor((1,), dtype="float32"))
        gv11_1: R.Tensor((1,), dtype="float32") = R.negative(gv11)
        gv20_untyped: R.Any = fget_param(2, R.str("gv20"))
        gv20: R.Tensor((1, 1, 1), dtype="float32") = R.match_cast(gv20_untyped, R.Tensor((1, 1, 1), dtype="float32"))
        x3_untyped: R.Any = fget_param(0, R.str("x3"))
        x3: R.Tensor((), dtype="bool") = R.match_cast(x3_untyped, R.Tensor((), dtype="bool"))
        if x3:
            gv23: R.Tensor((1,), dtype="float32") = gv11_1
            gv25: R.Tensor((1,), dtype="float32") = gv23
        else:
            gv24: R.Tensor((1,), dtype="float32") = gv11_1
            gv25: R.Tensor((1,), dtype="float32") = gv24
        return gv25
