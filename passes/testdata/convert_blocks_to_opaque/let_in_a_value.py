# RUN: ConvertBlocksToOpaque
# A value with a let stands in many places: its variable is another one in each.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def main(A: T.Buffer((4,), "int32")):
        for i in range(4):
            with T.sblock("a"):
                t = T.int32()
                v = T.axis.opaque(4, T.Let(t % 4, where={t: i + 1}))
                T.reads(A[v])
                T.writes(A[v])
                A[v] = A[v] + v
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def main(A: T.Buffer((4,), "int32")):
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("a"):
                t = T.int32()
                T.reads(A[T.Let(t % 4, where={t: i + 1})])
                t_1 = T.int32()
                T.writes(A[T.Let(t_1 % 4, where={t_1: i + 1})])
                t_2 = T.int32()
                t_3 = T.int32()
                t_4 = T.int32()
                A[T.Let(t_4 % 4, where={t_4: i + 1})] = A[T.Let(t_2 % 4, where={t_2: i + 1})] + T.Let(t_3 % 4, where={t_3: i + 1})
