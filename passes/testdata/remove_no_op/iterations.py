# RUN: RemoveNoOp
# Loops of no, of one and of a symbolic number of iterations; one that begins behind its end; nothing that may trap goes.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(1):
            A[i] = T.float32(1)
        for i in range(1):
            T.evaluate(0)
        for i in T.serial(4, 4):
            A[i] = T.float32(2)
        for i in range(n):
            for j in range(0):
                A[j] = T.float32(3)
        for i in range(n // n):
            T.evaluate(0)
        for i in range(n):
            B[i] = B[i]
            B[i] = B[15 - i]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(1):
            A[i] = T.float32(1.0)
        for i in range(n // n):
            T.evaluate(0)
        for i in range(n):
            B[i] = B[15 - i]
