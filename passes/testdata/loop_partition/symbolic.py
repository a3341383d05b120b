# RUN: LoopPartition
# Loops of a symbolic number of iterations, which are taken apart by default; those of a constant number only lose the marks.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, b: T.handle, m: T.int32):
        n = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        for i in range((n + 3) // 4):
            for j in range(4):
                if T.likely(i * 4 + j < n):
                    B[i * 4 + j] = A[i * 4 + j]
        for i in range(n):
            if T.likely(i < m):
                B[i] = A[i]
        for i in range(10):
            if T.likely(i < n):
                B[i] = A[i]
        for i in range(n):
            if T.likely(i * m < n):
                B[i] = A[i]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "float32"), B: T.Buffer((n,), "float32"), m: T.int32):
        n = T.int32()
        for i, j in T.grid(n // 4, 4):
            if T.bool(True):
                B[i * 4 + j] = A[i * 4 + j]
        for i, j in T.grid((n + 3) // 4 - n // 4, 4):
            if (i + n // 4) * 4 + j < n:
                B[(i + n // 4) * 4 + j] = A[(i + n // 4) * 4 + j]
        for i in range(T.min(T.max(m, 0), n)):
            if T.bool(True):
                B[i] = A[i]
        for i in range(n - T.min(T.max(m, 0), n)):
            if T.bool(False):
                B[i + T.min(T.max(m, 0), n)] = A[i + T.min(T.max(m, 0), n)]
        for i in range(10):
            if i < n:
                B[i] = A[i]
        for i in range(n):
            if i * m < n:
                B[i] = A[i]
