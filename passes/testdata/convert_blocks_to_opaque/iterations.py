# RUN: ConvertBlocksToOpaque
# Axes of no, of one and of a symbolic number of values, and with a tail that does not divide; a block without axes.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, Z: T.Buffer((0,), "float32"), C: T.Buffer((10,), "float32")):
        n = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        for i in range(0):
            with T.sblock("none"):
                vi = T.axis.spatial(0, i)
                Z[vi] = T.float32(0)
        for i in range(1):
            with T.sblock("one"):
                vi = T.axis.spatial(1, i)
                C[vi] = T.float32(1)
        for i, j in T.grid((n + 3) // 4, 4):
            with T.sblock("symbolic"):
                vi = T.axis.spatial(n, i * 4 + j)
                T.where(i * 4 + j < n)
                B[vi] = A[vi]
        for i, j in T.grid(4, 3):
            with T.sblock("tail"):
                vi = T.axis.spatial(10, i * 3 + j)
                T.where(i * 3 + j < 10)
                C[vi] = T.Cast("float32", vi)
        with T.sblock("plain"):
            C[0] = T.float32(2)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n",), "float32"), B: T.Buffer((n,), "float32"), Z: T.Buffer((0,), "float32"), C: T.Buffer((10,), "float32")):
        n = T.int32()
        # with T.sblock("root"):
        for i in range(0):
            with T.sblock("none"):
                T.reads()
                T.writes(Z[i])
                Z[i] = T.float32(0.0)
        for i in range(1):
            with T.sblock("one"):
                T.reads()
                T.writes(C[i])
                C[i] = T.float32(1.0)
        for i, j in T.grid((n + 3) // 4, 4):
            with T.sblock("symbolic"):
                T.where(i * 4 + j < n)
                T.reads(A[i * 4 + j])
                T.writes(B[i * 4 + j])
                B[i * 4 + j] = A[i * 4 + j]
        for i, j in T.grid(4, 3):
            with T.sblock("tail"):
                T.where(i * 3 + j < 10)
                T.reads()
                T.writes(C[i * 3 + j])
                C[i * 3 + j] = T.Cast("float32", i * 3 + j)
        with T.sblock("plain"):
            T.reads()
            T.writes(C[0])
            C[0] = T.float32(2.0)
