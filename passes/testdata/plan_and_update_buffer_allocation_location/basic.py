# RUN: PlanAndUpdateBufferAllocationLocation
# Into the loop around all uses, by rows; not where an iteration reads what another one has written, nor into a while; a buffer of one
# block; one that nobody uses; loops of no iteration, of one, and of a symbolic number.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
        with T.sblock("root"):
            M = T.sblock_alloc_buffer((8, 8))
            N = T.sblock_alloc_buffer((8, 8))
            U = T.sblock_alloc_buffer((8, 8))
            O = T.sblock_alloc_buffer((8, 8))
            W = T.sblock_alloc_buffer((8, 8))
            Z = T.sblock_alloc_buffer((8, 8))
            for i in range(8):
                for j in range(8):
                    with T.sblock("m"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(A[vi, vj])
                        T.writes(M[vi, vj])
                        M[vi, vj] = A[vi, vj]
                for j in range(8):
                    with T.sblock("b"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(M[vi, 7 - vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = M[vi, 7 - vj]
            for i in range(7):
                with T.sblock("n"):
                    vi = T.axis.spatial(7, i)
                    T.reads(A[vi, 0], N[vi, 0])
                    T.writes(N[vi + 1, 0], B[vi, 0])
                    N[vi + 1, 0] = A[vi, 0]
                    if vi > 0:
                        B[vi, 0] = N[vi, 0]
            for i in range(4):
                with T.sblock("o"):
                    vi = T.axis.spatial(4, i)
                    T.reads(A[vi, 0:2])
                    T.writes(B[vi, 0])
                    for k in range(2):
                        O[vi * 2 + k, 0] = A[vi, k]
                    B[vi, 0] = O[vi * 2, 0] + O[vi * 2 + 1, 0]
            for i in range(1):
                for j in range(0):
                    with T.sblock("w"):
                        vi = T.axis.spatial(1, i)
                        vj = T.axis.spatial(8, j)
                        T.reads(A[vi, vj])
                        T.writes(W[vi, vj])
                        W[vi, vj] = A[vi, vj]
            while B[0, 0] < T.float32(3):
                for i in range(8):
                    with T.sblock("z"):
                        vi = T.axis.spatial(8, i)
                        T.reads(Z[vi, 0])
                        T.writes(Z[vi, 0], B[vi, 0])
                        Z[vi, 0] = T.float32(1)
                        B[vi, 0] = B[vi, 0] + Z[vi, 0]

    @T.prim_func(s_tir=True)
    def symbolic(a: T.handle, b: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 8), "float32")
        B = T.match_buffer(b, (n, 8), "float32")
        with T.sblock("root"):
            M = T.sblock_alloc_buffer((n, 8))
            for i in range(n):
                for j in range(8):
                    with T.sblock("m"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(A[vi, vj])
                        T.writes(M[vi, vj])
                        M[vi, vj] = A[vi, vj]
                for j in range(8):
                    with T.sblock("b"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(M[vi, vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = M[vi, vj]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def symbolic(A: T.Buffer(("n", 8), "float32"), B: T.Buffer((n, 8), "float32")):
        n = T.int32()
        # with T.sblock("root"):
        for i in range(n):
            with T.sblock(""):
                T.reads(A[0:n, 0:8])
                T.writes(B[0:n, 0:8])
                M = T.sblock_alloc_buffer((n, 8))
                for j in range(8):
                    with T.sblock("m"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(A[vi, vj])
                        T.writes(M[vi, vj])
                        M[vi, vj] = A[vi, vj]
                for j in range(8):
                    with T.sblock("b"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(M[vi, vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = M[vi, vj]

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
        # with T.sblock("root"):
        N = T.sblock_alloc_buffer((8, 8))
        Z = T.sblock_alloc_buffer((8, 8))
        for i in range(8):
            with T.sblock(""):
                T.reads(A[0:8, 0:8])
                T.writes(B[0:8, 0:8])
                M = T.sblock_alloc_buffer((8, 8))
                for j in range(8):
                    with T.sblock("m"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(A[vi, vj])
                        T.writes(M[vi, vj])
                        M[vi, vj] = A[vi, vj]
                for j in range(8):
                    with T.sblock("b"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(M[vi, 7 - vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = M[vi, 7 - vj]
        for i in range(7):
            with T.sblock("n"):
                vi = T.axis.spatial(7, i)
                T.reads(A[vi, 0], N[vi, 0])
                T.writes(N[vi + 1, 0], B[vi, 0])
                N[vi + 1, 0] = A[vi, 0]
                if vi > 0:
                    B[vi, 0] = N[vi, 0]
        for i in range(4):
            with T.sblock("o"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi, 0:2])
                T.writes(B[vi, 0])
                O = T.sblock_alloc_buffer((8, 8))
                for k in range(2):
                    O[vi * 2 + k, 0] = A[vi, k]
                B[vi, 0] = O[vi * 2, 0] + O[vi * 2 + 1, 0]
        for i, j in T.grid(1, 0):
            with T.sblock("w"):
                vi = T.axis.spatial(1, i)
                vj = T.axis.spatial(8, j)
                T.reads(A[vi, vj])
                T.writes()
                W = T.sblock_alloc_buffer((8, 8))
                W[vi, vj] = A[vi, vj]
        while B[0, 0] < T.float32(3.0):
            for i in range(8):
                with T.sblock("z"):
                    vi = T.axis.spatial(8, i)
                    T.reads(Z[vi, 0])
                    T.writes(Z[vi, 0], B[vi, 0])
                    Z[vi, 0] = T.float32(1.0)
                    B[vi, 0] = B[vi, 0] + Z[vi, 0]
