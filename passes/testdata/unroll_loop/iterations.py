# RUN: UnrollLoop
# Iterations with values and buffers of their own; none for no iterations; a symbolic extent and a loop that is left stay.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        for i in T.unroll(2):
            for j in T.unroll(1, 3):
                x: T.let[T.int32] = i * 2 + j
                C = T.alloc_buffer((1,), "float32")
                C[0] = A[x]
                for k in range(2):
                    B[x + k] = C[0]
        for i in T.unroll(0):
            B[i] = A[i]
        for i in T.unroll(1):
            B[i] = A[i]
        for i in T.unroll(n):
            B[i] = A[i]
        for i in T.unroll(4):
            if B[i] > T.float32(0):
                break
            B[i] = A[i]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        x: T.let[T.int32] = T.Mul(0, 2) + 1
        C = T.alloc_buffer((1,))
        C[0] = A[x]
        for k in range(2):
            B[x + k] = C[0]
        x_1: T.let[T.int32] = T.Mul(0, 2) + 2
        C_1 = T.alloc_buffer((1,))
        C_1[0] = A[x_1]
        for k in range(2):
            B[x_1 + k] = C_1[0]
        x_2: T.let[T.int32] = T.Mul(1, 2) + 1
        C_2 = T.alloc_buffer((1,))
        C_2[0] = A[x_2]
        for k in range(2):
            B[x_2 + k] = C_2[0]
        x_3: T.let[T.int32] = T.Mul(1, 2) + 2
        C_3 = T.alloc_buffer((1,))
        C_3[0] = A[x_3]
        for k in range(2):
            B[x_3 + k] = C_3[0]
        B[0] = A[0]
        for i in T.unroll(n):
            B[i] = A[i]
        for i in T.unroll(4):
            if B[i] > T.float32(0.0):
                T.break_loop()
            B[i] = A[i]
# note: loop i now: its extent is not constant
# note: loop i now: a break or continue targets this loop
