# RUN: ForceNarrowIndexToInt32
# Dimensions, axes, loops, regions and allocations; what a parameter says in 64 bits stays, and an axis as long as it.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, m: T.int64):
        n = T.int64()
        A = T.match_buffer(a, (n, T.int64(4)), "float32")
        B = T.match_buffer(b, (n, T.int64(4)), "float32")
        with T.sblock("root"):
            C = T.sblock_alloc_buffer((n, T.int64(4)))
            for i, j in T.grid(n, T.int64(4)):
                with T.sblock("c"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(A[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = A[vi, vj] + T.Cast("float32", vi * T.int64(4) + vj)
            for i, j in T.grid((n + T.int64(1)) // T.int64(2), T.int64(8)):
                with T.sblock("b"):
                    vi = T.axis.spatial(n, i * T.int64(2) + j // T.int64(4))
                    vj = T.axis.spatial(T.int64(4), j % T.int64(4))
                    T.where(i * T.int64(2) + j // T.int64(4) < n)
                    T.reads(C[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = T.if_then_else(vi < m, C[vi, vj], T.float32(0))
            for i in range(n + m):
                with T.sblock("a"):
                    vi = T.axis.spatial(n + m, i)
                    T.reads(A[0, 0])
                    T.writes(B[vi, 0])
                    B[vi, 0] = A[0, 0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n", 4), "float32"), B: T.Buffer((n, 4), "float32"), m: T.int64):
        n = T.int32()
        # with T.sblock("root"):
        C = T.sblock_alloc_buffer((n, 4))
        for i, j in T.grid(n, 4):
            with T.sblock("c"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A[vi, vj] + T.Cast("float32", vi * 4 + vj)
        for i, j in T.grid((n + 1) // 2, 8):
            with T.sblock("b"):
                vi = T.axis.spatial(n, i * 2 + j // 4)
                vj = T.axis.spatial(4, j % 4)
                T.where(i * 2 + j // 4 < n)
                T.reads(C[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = T.if_then_else(T.Cast("int64", vi) < m, C[vi, vj], T.float32(0.0))
        for i in range(T.Cast("int64", n) + m):
            with T.sblock("a"):
                vi = T.axis.spatial(T.Cast("int64", n) + m, i)
                T.reads(A[0, 0])
                T.writes(B[vi, 0])
                B[vi, 0] = A[0, 0]
