# RUN: RewriteUnsafeSelect
# Bounds that iterations of no, one, some and a symbolic number lie in; what divides stays, and so do vectors, which have no guard.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((10,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(0):
            B[i] = T.Select(i < 10, A[i], T.float32(0))
        for i in range(1):
            B[i] = T.Select(i < 10, A[i], T.float32(0))
        for i in range(n):
            B[i] = T.Select(i < 10, A[i], T.float32(0))
        for i, j in T.grid(4, 4):
            B[i * 4 + j] = T.Select(i * 4 + j < 10, A[i * 4 + j], T.Select(n < 3, T.float32(1), A[0]))
        for i in range(16):
            C[i] = T.Select(n > 0, i // n, 0) + T.Select(n > 1, i % 3, 1)
        B[0:4] = T.Select(T.Broadcast(n, 4) < T.Broadcast(3, 4), A[0:4], T.Broadcast(T.float32(0), 4))
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((10,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(0):
            B[i] = T.if_then_else(i < 10, A[i], T.float32(0.0))
        for i in range(1):
            B[i] = T.if_then_else(i < 10, A[i], T.float32(0.0))
        for i in range(n):
            B[i] = T.if_then_else(i < 10, A[i], T.float32(0.0))
        for i, j in T.grid(4, 4):
            B[i * 4 + j] = T.if_then_else(i * 4 + j < 10, A[i * 4 + j], T.if_then_else(n < 3, T.float32(1.0), A[0]))
        for i in range(16):
            C[i] = T.Select(n > 0, i // n, 0) + T.Select(n > 1, i % 3, 1)
        B[0:4] = T.Select(T.Broadcast(n, 4) < T.Broadcast(3, 4), A[0:4], T.Broadcast(T.float32(0.0), 4))
