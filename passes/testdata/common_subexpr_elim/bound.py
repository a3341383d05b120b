# RUN: CommonSubexprElim
# Before the first use, in the outermost list that has the variables; a part of what is bound is bound beside it only if used elsewhere.
# What may trap, calls and loads are computed where they stand.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32, m: T.int32):
        for i in range(16):
            B[n * 4 + i * 3 + 1] = A[n * 4 + i * 3 + 1] * T.float32(2)
            B[n * 4 + i * 3 + 2] = A[n * 4 + i * 3 + 2] + T.Cast("float32", (n * m + i) // 3) + T.Cast("float32", (n * m + i) // 3)
        if n * m < 3:
            B[n * m] = A[n // m] + A[n // m]
        x: T.let[T.int32] = m + 7
        for j in range(4):
            B[x * 2 + j] = A[x * 2] + T.exp(A[j]) + T.exp(A[j])
            B[x * 2 + j] = A[n + 1]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32, m: T.int32):
        cse_v1: T.let[T.int32] = n * 4
        cse_v2: T.let[T.int32] = n * m
        for i in range(16):
            cse_v4: T.let[T.int32] = cse_v1 + i * 3
            cse_v5: T.let[T.int32] = cse_v4 + 1
            B[cse_v5] = A[cse_v5] * T.float32(2.0)
            cse_v6: T.let[T.int32] = cse_v4 + 2
            cse_v7: T.let[T.float32] = T.Cast("float32", (cse_v2 + i) // 3)
            B[cse_v6] = A[cse_v6] + cse_v7 + cse_v7
        if cse_v2 < 3:
            B[cse_v2] = A[n // m] + A[n // m]
        x: T.let[T.int32] = m + 7
        cse_v3: T.let[T.int32] = x * 2
        for j in range(4):
            cse_v8: T.let[T.int32] = cse_v3 + j
            B[cse_v8] = A[cse_v3] + T.exp(A[j]) + T.exp(A[j])
            B[cse_v8] = A[n + 1]
