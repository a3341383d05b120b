# RUN: RenormalizeSplitPattern
# Loops of no, of one and of a symbolic number of iterations; a tail that does not divide; divisors that are no constants stay.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32, m: T.int32):
        for i in range(0):
            B[i % 12 // 4] = A[i // 4 % 3]
        for i in range(1):
            B[i % 12 // 4] = A[(i * 8 + 3) // 8]
        for i in range(n):
            B[i % 12 // 4] = A[(i * 8 + 3) // 4 % 2]
        for i, j in T.grid(3, 16):
            if i * 16 + j < 40:
                B[(i * 16 + j) // 16] = A[(i * 16 + j) % 16] + A[(i * 10 + j) // 10]
        for i in range(16):
            B[i % (n * 4) // n] = A[i // n % 3] + A[i % 12 // m]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32, m: T.int32):
        for i in range(0):
            B[i // 4 % 3] = A[i // 4 % 3]
        for i in range(1):
            B[0] = A[0]
        for i in range(n):
            B[i // 4 % 3] = A[(i * 8 + 3) // 4 % 2]
        for i, j in T.grid(3, 16):
            if i * 16 + j < 40:
                B[i] = A[j] + A[j // 10 + i]
        for i in range(16):
            B[i % (n * 4) // n] = A[i // n % 3] + A[i % 12 // m]
