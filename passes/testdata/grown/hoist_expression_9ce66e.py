# RUN: HoistExpression
# Shows a mutant of passes/tir/hoist_expression.cc (comparison): call != nullptr
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def concatenate(gv7: T.Buffer((T.int64(1), T.int64(1)), "float16"), x15: T.Buffer(("n", T.int64(1)), "float16"), T_concat: T.Buffer((T.int64(0), T.int64(1)), "float16")):
        n = T.int64()
        for ax0, ax1 in T.grid(n, T.int64(1)):
            T_concat[ax0, ax1] = T.if_then_else(T.int64(1) <= ax0, T.float16(0.0), T.float16(0.0))

    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def concatenate(gv7: T.Buffer((T.int64(1), T.int64(1)), "float16"), x15: T.Buffer(("n", T.int64(1)), "float16"), T_concat: T.Buffer((T.int64(0), T.int64(1)), "float16")):
        n = T.int64()
        for ax0 in range(n):
            if T.int64(1) <= ax0:
                for ax1 in range(T.int64(1)):
                    T_concat[ax0, T.int64(0)] = T.float16(0.0)
            else:
                for ax1 in range(T.int64(1)):
                    T_concat[ax0, T.int64(0)] = T.float16(0.0)

    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
