# RUN: CompactBufferAllocation
# A row of a matrix, a window of it, vectors; what is used whole, by values from memory or by its pointer stays; no element, one
# element; a symbolic dimension of which eight are used.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), P: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(4):
            with T.sblock("row"):
                T.reads(A[i * 4:i * 4 + 4, 0:16], P[0:16])
                T.writes(B[i * 4:i * 4 + 4, 0:16])
                M = T.sblock_alloc_buffer((16, 16))
                W = T.sblock_alloc_buffer((32,))
                D = T.sblock_alloc_buffer((16,))
                E = T.sblock_alloc_buffer((1, 16))
                S = T.sblock_alloc_buffer((n, 4))
                for j, k in T.grid(4, 16):
                    with T.sblock("m"):
                        T.reads(A[i * 4 + j, k])
                        T.writes(M[i * 4 + j, k])
                        M[i * 4 + j, k] = A[i * 4 + j, k]
                for j, k in T.grid(4, 8):
                    W[k + j + 3] = M[i * 4 + j, k * 2]
                    D[P[k]] = M[i * 4 + j, k]
                    S[k, j] = W[k + 3]
                for j in range(2):
                    E[0, 4 + j * 4:8 + j * 4] = T.Broadcast(T.float32(1), 4)
                for j, k in T.grid(4, 16):
                    B[i * 4 + j, k] = M[i * 4 + j, k] + W[3 + j] + D[k] + E[0, 4] + S[j, j]
                for j in range(0):
                    E[0, j] = T.float32(0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), P: T.Buffer((16,), "int32"), n: T.int32):
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("row"):
                T.reads(A[i * 4:i * 4 + 4, 0:16], P[0:16])
                T.writes(B[i * 4:i * 4 + 4, 0:16])
                M = T.sblock_alloc_buffer((4, 16))
                W = T.sblock_alloc_buffer((11,))
                D = T.sblock_alloc_buffer((16,))
                E = T.sblock_alloc_buffer((1, 12))
                S = T.sblock_alloc_buffer((8, 4))
                for j, k in T.grid(4, 16):
                    with T.sblock("m"):
                        T.reads(A[i * 4 + j, k])
                        T.writes(M[j, k])
                        M[j, k] = A[i * 4 + j, k]
                for j, k in T.grid(4, 8):
                    W[k + j] = M[j, k * 2]
                    D[P[k]] = M[j, k]
                    S[k, j] = W[k]
                for j in range(2):
                    E[0, j * 4 + 4:j * 4 + 4 + 4] = T.Broadcast(T.float32(1.0), 4)
                for j, k in T.grid(4, 16):
                    B[i * 4 + j, k] = M[j, k] + W[j] + D[k] + E[0, 4] + S[j, j]
                for j in range(0):
                    E[0, j] = T.float32(0.0)
