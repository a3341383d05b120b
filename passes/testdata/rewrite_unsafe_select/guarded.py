# RUN: RewriteUnsafeSelect
# A value that reads memory is evaluated when it is chosen; one that does not, or is chosen already, stays.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(16):
            B[i] = T.Select(i < 4, A[i], T.float32(0))
            B[i] = T.Select(i < 4, T.Cast("float32", i), T.float32(0))
            B[i] = T.Select(i < n, T.float32(1), T.exp(T.Select(i < 3, A[0], T.float32(2))))
            B[i] = T.Select(i < n, T.if_then_else(i < 2, A[i], T.float32(0)), T.float32(3))
            B[i] = T.Select(i < n, T.if_then_else(A[i] < T.float32(2), T.float32(1), T.float32(0)), T.float32(3))
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(16):
            B[i] = T.if_then_else(i < 4, A[i], T.float32(0.0))
            B[i] = T.Select(i < 4, T.Cast("float32", i), T.float32(0.0))
            B[i] = T.if_then_else(i < n, T.float32(1.0), T.exp(T.if_then_else(i < 3, A[0], T.float32(2.0))))
            B[i] = T.Select(i < n, T.if_then_else(i < 2, A[i], T.float32(0.0)), T.float32(3.0))
            B[i] = T.if_then_else(i < n, T.if_then_else(A[i] < T.float32(2.0), T.float32(1.0), T.float32(0.0)), T.float32(3.0))
