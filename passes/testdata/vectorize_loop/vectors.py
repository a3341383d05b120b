# RUN: VectorizeLoop
# Ramps and what is the same in all iterations; binds, inner loops and branches that do not depend on the iteration; loops of 0, 1 and n iterations.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), C: T.Buffer((64,), "int32"), n: T.int32):
        for i in T.vectorized(16):
            B[i] = A[n + i] * T.float32(2)
        for i in T.vectorized(4):
            for j in range(4):
                B[i * 4 + j] = A[i] + B[i * 4 + j]
        for i in T.vectorized(2, 4):
            x: T.let[T.int32] = i * 2
            C[i] = T.Select(x < n, C[i], T.int32(0)) + x // 3
        for i in T.vectorized(4):
            if n < 3:
                B[i] = T.exp(A[63 - i]) + T.Cast("float32", i)
            else:
                B[i] = T.if_then_else(n < 5, A[i], A[0])
        for i in T.vectorized(0):
            B[i] = A[i]
        for i in T.vectorized(1):
            B[i] = A[i]
        for i in T.vectorized(n):
            B[i] = A[i]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), C: T.Buffer((64,), "int32"), n: T.int32):
        B[0:16] = A[n:n + 16] * T.Broadcast(T.float32(2.0), 16)
        for i, j in T.grid(4, 4):
            B[i * 4 + j] = A[i] + B[i * 4 + j]
        x: T.let[T.int32x2] = T.Ramp(T.Mul(2, 2), 2, 2)
        C[2:4] = T.Select(x < T.Broadcast(n, 2), C[2:4], T.Broadcast(0, 2)) + x // T.Broadcast(3, 2)
        if n < 3:
            B[0:4] = T.exp(A[T.Broadcast(63, 4) - T.Ramp(0, 1, 4)]) + T.Cast("float32x4", T.Ramp(0, 1, 4))
        else:
            B[0:4] = T.if_then_else(n < 5, A[0:4], T.Broadcast(A[0], 4))
        for i in range(0):
            B[i] = A[i]
        for i in range(1):
            B[i] = A[i]
        for i in range(n):
            B[i] = A[i]
# note: loop i now: possible loop-carried dependence
# note: loop i now: its extent is no number of lanes
