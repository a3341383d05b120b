# RUN: ApplySchedule{"trace": "transform_layout(b, 0, [3], [0, 1])"}
# The reader goes backwards: its place is that of 5 - v, taken apart.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((6,), "int32"), C: T.Buffer((6,), "int32")):
        with T.sblock("root"):
            B = T.sblock_alloc_buffer((6,), "int32")
            for i in range(6):
                with T.sblock("b"):
                    v = T.axis.spatial(6, i)
                    B[v] = A[v] * 2
            for i in range(6):
                with T.sblock("c"):
                    v = T.axis.spatial(6, i)
                    C[v] = B[5 - v]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((6,), "int32"), C: T.Buffer((6,), "int32")):
        # with T.sblock("root"):
        B = T.sblock_alloc_buffer((2, 3), "int32")
        for i in range(6):
            with T.sblock("b"):
                v = T.axis.spatial(6, i)
                T.reads(A[v])
                T.writes(B[v // 3, v % 3])
                B[v // 3, v % 3] = A[v] * 2
        for i in range(6):
            with T.sblock("c"):
                v = T.axis.spatial(6, i)
                T.reads(B[(5 - v) // 3, (5 - v) % 3])
                T.writes(C[v])
                C[v] = B[(5 - v) // 3, (5 - v) % 3]
