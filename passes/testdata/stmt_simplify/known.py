# RUN: StmtSimplify
# Conditions that loops, branches and values decide; what divides evenly; stores of what is there; loops of one iteration.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(16):
            if i < 16:
                B[i] = A[(i * 4 + 3) // 4]
            if i < 8:
                if i >= 10:
                    B[i] = T.float32(0)
                B[i] = T.Select(i < 8 and n < 4, A[i % 8], T.float32(0))
            elif n < 4:
                if n < 4 and i > 7:
                    B[i] = A[i // 16 + i]
        for i in range(1):
            B[i + 3] = B[3]
        for i in range(0):
            B[i] = A[i]
        for i in range(4):
            x: T.let[T.int32] = i * 2
            B[x // 2] = A[x % 2]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(16):
            B[i] = A[i]
            if i < 8:
                B[i] = T.Select(n < 4, A[i], T.float32(0.0))
            else:
                if n < 4:
                    B[i] = A[i]
        for i in range(1):
            T.evaluate(0)
        for i in range(0):
            B[i] = A[i]
        for i in range(4):
            x: T.let[T.int32] = i * 2
            B[i] = A[0]
