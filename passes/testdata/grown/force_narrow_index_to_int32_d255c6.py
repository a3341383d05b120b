# RUN: ForceNarrowIndexToInt32
# Shows a mutant of passes/tir/index_narrower.cc (comparison): block->init != nullptr
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d1(x15: T.Buffer(("n", T.int64(1), T.int64(1), "m"), "int8"), pool_avg: T.Buffer((n, T.int64(1), T.int64(1), m), "int8")):
        n, m = T.int64(), T.int64()
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((n, T.int64(1), T.int64(1), m), "int8")
        pool_sum = T.sblock_alloc_buffer((n, T.int64(1), T.int64(1), m), "int8")
        with T.sblock("pool_sum"):
            v_ax0 = T.axis.spatial(n, T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax3 = T.axis.spatial(m, T.int64(0))
            v_rv0 = T.axis.reduce(T.int64(1), T.int64(0))
            v_rv1 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(pad_temp[v_ax0, T.int64(0), T.int64(0), v_ax3])
            T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
            with T.init():
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.int8(0)
            pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.int8(0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="uint8")) -> R.Tensor((1, 1, 1), dtype="uint8"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d1(x15: T.Buffer(("n", 1, 1, "m"), "int8"), pool_avg: T.Buffer((n, 1, 1, m), "int8")):
        n, m = T.int32(), T.int32()
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((n, 1, 1, m), "int8")
        pool_sum = T.sblock_alloc_buffer((n, 1, 1, m), "int8")
        with T.sblock("pool_sum"):
            v_ax0 = T.axis.spatial(n, 0)
            v_ax1 = T.axis.spatial(1, 0)
            v_ax2 = T.axis.spatial(1, 0)
            v_ax3 = T.axis.spatial(m, 0)
            v_rv0 = T.axis.reduce(1, 0)
            v_rv1 = T.axis.reduce(1, 0)
            T.reads(pad_temp[v_ax0, 0, 0, v_ax3])
            T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
            with T.init():
                pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.int8(0)
            pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.int8(0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="uint8")) -> R.Tensor((1, 1, 1), dtype="uint8"):
        return x0
