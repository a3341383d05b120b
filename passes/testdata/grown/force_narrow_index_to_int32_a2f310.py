# RUN: ForceNarrowIndexToInt32
# Shows a mutant of passes/tir/index_narrower.cc (condition): buffer->dtype.IsInt()
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def squeeze1(x4: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "uint64"), T_squeeze: T.Buffer((T.int64(1), T.int64(1)), "uint64")):
        # with T.sblock("root"):
        with T.sblock("T_squeeze"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x4[T.int64(0), v_ax0, v_ax1])
            T.writes(T_squeeze[v_ax0, v_ax1])
            T_squeeze[v_ax0, v_ax1] = T.uint64(0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="uint64")) -> R.Tensor((1, 1, 1), dtype="uint64"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def squeeze1(x4: T.Buffer((1, 1, 1), "uint64"), T_squeeze: T.Buffer((1, 1), "uint64")):
        # with T.sblock("root"):
        with T.sblock("T_squeeze"):
            v_ax0 = T.axis.spatial(1, 0)
            v_ax1 = T.axis.spatial(1, 0)
            T.reads(x4[0, v_ax0, v_ax1])
            T.writes(T_squeeze[v_ax0, v_ax1])
            T_squeeze[v_ax0, v_ax1] = T.uint64(0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="uint64")) -> R.Tensor((1, 1, 1), dtype="uint64"):
        return x0
