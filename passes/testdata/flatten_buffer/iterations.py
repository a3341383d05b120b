# RUN: FlattenBuffer
# Buffers of no and of one element, of a symbolic size, and an index with a tail that does not divide.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((3, 0), "float32"), b: T.handle, C: T.Buffer((1, 1), "float32"), D: T.Buffer((3, 4), "float32"), m: T.int32):
        n = T.int32()
        B = T.match_buffer(b, (n, n + 1), "float32")
        S = T.alloc_buffer((n, 2))
        N = T.alloc_buffer((0, 4))
        O = T.alloc_buffer((1, 1, 1))
        for i in range(0):
            A[0, i] = N[i, 0]
        O[0, 0, 0] = C[0, 0]
        for i in range(n):
            S[i, 1] = B[i, n] + O[0, 0, 0]
        for i, j in T.grid(3, 4):
            if i * 4 + j < 10:
                D[i, j] = B[i, j] + S[m // 2, m % 2]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((3, 0), "float32"), B: T.Buffer(("n", n + 1), "float32"), C: T.Buffer((1, 1), "float32"), D: T.Buffer((3, 4), "float32"), m: T.int32):
        n = T.int32()
        A_1 = A.view(0)
        B_1 = B.view(n * (n + 1))
        C_1 = C.view(1)
        D_1 = D.view(12)
        S = T.alloc_buffer((n * 2,))
        N = T.alloc_buffer((0,))
        O = T.alloc_buffer((1,))
        for i in range(0):
            A_1[i] = N[i * 4]
        O[0] = C_1[0]
        for i in range(n):
            S[i * 2 + 1] = B_1[i * (n + 1) + n] + O[0]
        for i, j in T.grid(3, 4):
            if i * 4 + j < 10:
                D_1[i * 4 + j] = B_1[i * (n + 1) + j] + S[m // 2 * 2 + m % 2]
