# RUN: CommonSubexprElim
# Shows a mutant of passes/tir/common_subexpr_elim.cc (condition): Is<Buffer>(node)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def where(x5: T.Buffer((T.int64(0), T.int64(0)), "bool"), lv0: T.Buffer((T.int64(0), T.int64(0)), "float32"), x4: T.Buffer((T.int64(1), T.int64(1)), "float32"), n: T.int64, T_where: T.Buffer((T.Mul(n, T.int64(1)), T.Mul(n, T.int64(1))), "float32")):
        # with T.sblock("root"):
        with T.sblock("T_where"):
            v_ax0 = T.axis.spatial(T.int64(0), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(x5[v_ax0, v_ax1], lv0[v_ax0, v_ax1], x4[T.int64(0), T.int64(0)])
            T.writes(T_where[v_ax0, v_ax1])
            T_where[v_ax0, v_ax1] = T.float32(0.0)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def where(x5: T.Buffer((T.int64(0), T.int64(0)), "bool"), lv0: T.Buffer((T.int64(0), T.int64(0)), "float32"), x4: T.Buffer((T.int64(1), T.int64(1)), "float32"), n: T.int64, T_where: T.Buffer((T.Mul(n, T.int64(1)), T.Mul(n, T.int64(1))), "float32")):
        # with T.sblock("root"):
        with T.sblock("T_where"):
            v_ax0 = T.axis.spatial(T.int64(0), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(x5[v_ax0, v_ax1], lv0[v_ax0, v_ax1], x4[T.int64(0), T.int64(0)])
            T.writes(T_where[v_ax0, v_ax1])
            T_where[v_ax0, v_ax1] = T.float32(0.0)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
