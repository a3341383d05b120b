# RUN: LowerInitBlock
# Shows a mutant of passes/tir/empty_reductions.cc (comparison): loop == nullptr
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def collapse_sum(x1: T.Buffer(("n", T.int64(0)), "float32"), m: T.int64, T_collapse_sum: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        n = T.int64()
        # with T.sblock("root"):
        for k0, k1 in T.grid(n, T.int64(0)):
            with T.sblock("T_collapse_sum"):
                v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
                v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
                v_k0, v_k1 = T.axis.remap("RR", [k0, k1])
                T.reads(x1[v_k0, v_k1])
                T.writes(T_collapse_sum[v_ax0, v_ax1])
                with T.init():
                    T_collapse_sum[v_ax0, v_ax1] = T.float32(0.0)
                T_collapse_sum[v_ax0, v_ax1] = T.float32(0.0)

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
    def collapse_sum(x1: T.Buffer(("n", T.int64(0)), "float32"), m: T.int64, T_collapse_sum: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        n = T.int64()
        # with T.sblock("root"):
        if n <= T.int64(0) or T.LE(T.int64(0), T.int64(0)):
            with T.sblock("T_collapse_sum"):
                v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
                v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
                T.reads()
                T.writes(T_collapse_sum[v_ax0, v_ax1])
                T_collapse_sum[v_ax0, v_ax1] = T.float32(0.0)
        for k0, k1 in T.grid(n, T.int64(0)):
            with T.sblock("T_collapse_sum"):
                v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
                v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
                v_k0, v_k1 = T.axis.remap("RR", [k0, k1])
                T.reads(x1[v_k0, v_k1])
                T.writes(T_collapse_sum[v_ax0, v_ax1])
                if v_k0 == T.int64(0) and v_k1 == T.int64(0):
                    T_collapse_sum[v_ax0, v_ax1] = T.float32(0.0)
                T_collapse_sum[v_ax0, v_ax1] = T.float32(0.0)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
