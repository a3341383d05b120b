# RUN: RenormalizeSplitPattern
# Division before remainder where one constant divides the other, also of what may overflow; sums are taken apart where they cannot.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32, m: T.int32):
        for i in range(16):
            B[i % 12 // 4] = A[i // 4 % 3] + A[i % 12 // 5] + A[(i * 4 + 3) // 4]
            B[m % 12 // 4] = A[(m + n) % 32 // 8 * 8] + A[(i * 4 + m) // 4]
        for i, j in T.grid(4, 16):
            B[(i * 16 + j) // 4 % 4] = A[(i * 16 + j) % 64 // 16]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32, m: T.int32):
        for i in range(16):
            B[i // 4 % 3] = A[i // 4 % 3] + A[i % 12 // 5] + A[i]
            B[m // 4 % 3] = A[(m + n) // 8 % 4 * 8] + A[(i * 4 + m) // 4]
        for i, j in T.grid(4, 16):
            B[j // 4] = A[i]
