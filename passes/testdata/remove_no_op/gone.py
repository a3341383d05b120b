# RUN: RemoveNoOp
# Loops of no iterations and over nothing, branches over nothing, unused values and buffers; a division that may trap stays.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        C = T.alloc_buffer((4,), "float32")
        D = T.alloc_buffer((4,), "float32")
        D[0] = A[0]
        for i in range(0):
            B[i] = A[i]
        for i in range(n):
            T.evaluate(n + i)
        for i in range(16):
            B[i] = B[i]
            if i < n:
                T.evaluate(0)
            if i > n:
                T.evaluate(0)
            else:
                B[i] = D[0]
        for i in range(4):
            x: T.let[T.int32] = n * 2
            y: T.let[T.int32] = n // i
            B[i] = A[i]
        if n // n == 1:
            T.evaluate(1)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        D = T.alloc_buffer((4,))
        D[0] = A[0]
        for i in range(16):
            if not i > n:
                B[i] = D[0]
        for i in range(4):
            y: T.let[T.int32] = n // i
            B[i] = A[i]
        if n // n == 1:
            T.evaluate(1)
