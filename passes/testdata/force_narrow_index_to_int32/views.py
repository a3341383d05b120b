# RUN: ForceNarrowIndexToInt32
# What a view of a region defines: its offset, its strides and its sizes.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), y: T.Buffer((T.int64(4), T.int64(6)), "float32")):
        for i in range(T.int64(4)):
            with T.sblock("y"):
                v = T.axis.spatial(T.int64(4), i)
                T.reads(x[v, T.int64(0):T.int64(6)])
                T.writes(y[v, T.int64(0):T.int64(6)])
                x_view = T.match_buffer(x[v, T.int64(0):T.int64(6)], (T.int64(6),), strides=("s",), offset_factor=1)
                for j in range(T.int64(6)):
                    y[v, j] = x_view[j]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((4, 6), "float32"), y: T.Buffer((4, 6), "float32")):
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("y"):
                v = T.axis.spatial(4, i)
                T.reads(x[v, 0:6])
                T.writes(y[v, 0:6])
                x_view = T.match_buffer(x[v, 0:6], (6,), strides=("s",), offset_factor=1)
                for j in range(6):
                    y[v, j] = x_view[j]
