# RUN: StmtSimplify
# Sizes are not negative and small enough to count with; what is read from memory, or given, may overflow.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, B: T.Buffer((8,), "int32"), k: T.int32):
        n = T.int32()
        A = T.match_buffer(a, (n,), "int32")
        for i in range(n):
            if i < n and 0 <= i:
                B[i * 4 // 4] = A[(n * 2 + i * 2) // 2 - n]
            B[0] = (A[i] * 4) // 4 + (k + 1 - k)
            if A[i] + 1 > A[i]:
                B[1] = (k + 4) // 4
            if B[1] < 3:
                B[1] = 5
                if B[1] < 3:
                    B[2] = A[i] * 0 + A[0] - A[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "int32"), B: T.Buffer((8,), "int32"), k: T.int32):
        n = T.int32()
        for i in range(n):
            if i < n:
                B[i] = A[i]
            B[0] = A[i] * 4 // 4 + 1
            if A[i] + 1 > A[i]:
                B[1] = (k + 4) // 4
            if B[1] < 3:
                B[1] = 5
                if B[1] < 3:
                    B[2] = 0
