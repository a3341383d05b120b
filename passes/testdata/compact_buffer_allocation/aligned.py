# RUN: CompactBufferAllocation
# What storage_align asks for: rows of 16 that begin 8 behind a multiple of 32, two dimensions of three, the innermost one; nothing
# is asked where a size inside is symbolic, of a buffer that is no output of the block, or with no factor.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32):
        for i in range(4):
            with T.sblock("row"):
                T.reads(A[i * 4:i * 4 + 4, 0:16])
                T.writes(B[i * 4:i * 4 + 4, 0:16])
                M = T.sblock_alloc_buffer((16, 16))
                N = T.sblock_alloc_buffer((16, 3, 5))
                L = T.sblock_alloc_buffer((4, 4))
                S = T.sblock_alloc_buffer((4, n))
                U = T.sblock_alloc_buffer((4, 4))
                for j, k in T.grid(4, 16):
                    with T.sblock("m"):
                        T.reads(A[i * 4 + j, k])
                        T.writes(M[i * 4 + j, k])
                        T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 8]]})
                        M[i * 4 + j, k] = A[i * 4 + j, k]
                for j, k, l in T.grid(16, 3, 5):
                    with T.sblock("n"):
                        T.reads(A[j, k])
                        T.writes(N[j, k, l])
                        T.sblock_attr({"buffer_dim_align": [[0, 0, 16, 20], [0, 1, 8, 1]]})
                        N[j, k, l] = A[j, k]
                for j, k in T.grid(4, 4):
                    with T.sblock("l"):
                        T.reads(A[j, k])
                        T.writes(L[j, k], S[j, k], U[j, k])
                        T.sblock_attr({"buffer_dim_align": [[0, 1, 4, 2], [1, 0, 8, 0], [2, 0, 0, 1], [3, 0, 8, 0], [2, 7, 8, 0]]})
                        L[j, k] = A[j, k]
                        S[j, 0] = A[j, k]
                        U[j, k] = A[j, k]
                for j, k in T.grid(4, 16):
                    with T.sblock("b"):
                        T.reads(M[i * 4 + j, k], N[j, 2, 4], L[j, 3], S[j, n - 1], U[j, 3])
                        T.writes(B[i * 4 + j, k])
                        B[i * 4 + j, k] = M[i * 4 + j, k] + N[j, 2, 4] + L[j, 3] + S[j, n - 1] + U[j, 3]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), n: T.int32):
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("row"):
                T.reads(A[i * 4:i * 4 + 4, 0:16])
                T.writes(B[i * 4:i * 4 + 4, 0:16])
                M = T.sblock_alloc_buffer((4, 16), strides=(40, 1))
                N = T.sblock_alloc_buffer((16, 3, 5), strides=(36, 9, 1))
                L = T.sblock_alloc_buffer((4, 4), strides=(8, 2))
                S = T.sblock_alloc_buffer((4, n))
                U = T.sblock_alloc_buffer((4, 4))
                for j, k in T.grid(4, 16):
                    with T.sblock("m"):
                        T.reads(A[i * 4 + j, k])
                        T.writes(M[j, k])
                        T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 8]]})
                        M[j, k] = A[i * 4 + j, k]
                for j, k, l in T.grid(16, 3, 5):
                    with T.sblock("n"):
                        T.reads(A[j, k])
                        T.writes(N[j, k, l])
                        T.sblock_attr({"buffer_dim_align": [[0, 0, 16, 20], [0, 1, 8, 1]]})
                        N[j, k, l] = A[j, k]
                for j, k in T.grid(4, 4):
                    with T.sblock("l"):
                        T.reads(A[j, k])
                        T.writes(L[j, k], S[j, k], U[j, k])
                        T.sblock_attr({"buffer_dim_align": [[0, 1, 4, 2], [1, 0, 8, 0], [2, 0, 0, 1], [3, 0, 8, 0], [2, 7, 8, 0]]})
                        L[j, k] = A[j, k]
                        S[j, 0] = A[j, k]
                        U[j, k] = A[j, k]
                for j, k in T.grid(4, 16):
                    with T.sblock("b"):
                        T.reads(M[j, k], N[j, 2, 4], L[j, 3], S[j, n - 1], U[j, 3])
                        T.writes(B[i * 4 + j, k])
                        B[i * 4 + j, k] = M[j, k] + N[j, 2, 4] + L[j, 3] + S[j, n - 1] + U[j, 3]
