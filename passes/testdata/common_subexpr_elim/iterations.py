# RUN: CommonSubexprElim
# Loops of no, of one and of a symbolic number of iterations; a tail that does not divide; bounds of loops.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, B: T.Buffer((64,), "float32"), m: T.int32):
        n = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        for i in range(0):
            B[m * 3 + i] = A[m * 3 + i]
        for i in range(1):
            B[m * 5 + i] = A[m * 5 + i]
        for i in range(n * 4 + 1):
            B[i] = A[i + n * 4]
        for i, j in T.grid((m + 7) // 8, 8):
            if i * 8 + j < m:
                B[i * 8 + j] = A[i * 8 + j]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "float32"), B: T.Buffer((64,), "float32"), m: T.int32):
        n = T.int32()
        cse_v1: T.let[T.int32] = m * 3
        for i in range(0):
            cse_v4: T.let[T.int32] = cse_v1 + i
            B[cse_v4] = A[cse_v4]
        cse_v2: T.let[T.int32] = m * 5
        for i in range(1):
            cse_v5: T.let[T.int32] = cse_v2 + i
            B[cse_v5] = A[cse_v5]
        cse_v3: T.let[T.int32] = n * 4
        for i in range(cse_v3 + 1):
            B[i] = A[i + cse_v3]
        for i in range((m + 7) // 8):
            cse_v6: T.let[T.int32] = i * 8
            for j in range(8):
                cse_v7: T.let[T.int32] = cse_v6 + j
                if cse_v7 < m:
                    B[cse_v7] = A[cse_v7]
