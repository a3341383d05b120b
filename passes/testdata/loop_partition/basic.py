# RUN: LoopPartition{"partition_const_loop": true}
# A condition that ends or begins to hold in the loop; one for the loop inside; both sides; what holds everywhere or nowhere;
# loops of no and of one iteration; what reads memory, is not linear, or is left by a break stays whole.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int32")):
        for i in range(4):
            for j in range(10):
                if T.likely(i * 10 + j < 36):
                    A[i * 10 + j] = T.float32(1)
        for i in range(10):
            A[i] = T.if_then_else(T.likely(i >= 2) and T.likely(i < 7), T.float32(1), T.float32(2))
        for i in range(10):
            if T.likely(i < 20):
                A[i] = T.float32(1)
        for i in range(10):
            if T.likely(i < 0):
                A[i] = T.float32(1)
        for i in range(0):
            if T.likely(i < 3):
                A[i] = T.float32(1)
        for i in range(1):
            if T.likely(i < 3):
                A[i] = T.float32(1)
        for i in T.serial(2, 12):
            if T.likely(i * 3 < 20):
                A[i] = T.float32(1)
        for i in range(10):
            if T.likely(i < B[0]):
                A[i] = T.float32(1)
        for i in range(10):
            if T.likely(i * i < 10):
                A[i] = T.float32(1)
        for i in range(10):
            if T.likely(i < 5):
                break
        for i in T.vectorized(8):
            if T.likely(i < 5):
                A[i] = T.float32(1)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int32")):
        for i, j in T.grid(3, 10):
            if T.bool(True):
                A[i * 10 + j] = T.float32(1.0)
        for j in range(6):
            if T.bool(True):
                A[T.Mul(3, 10) + j] = T.float32(1.0)
        for j in range(4):
            if T.bool(False):
                A[T.Mul(3, 10) + (j + 6)] = T.float32(1.0)
        for i in range(2):
            A[i] = T.if_then_else(T.And(T.bool(False), i < 7), T.float32(1.0), T.float32(2.0))
        for i in range(5):
            A[i + 2] = T.if_then_else(T.And(T.bool(True), T.bool(True)), T.float32(1.0), T.float32(2.0))
        for i in range(3):
            A[i + 7] = T.if_then_else(T.And(i + 7 >= 2, T.bool(False)), T.float32(1.0), T.float32(2.0))
        for i in range(10):
            if T.bool(True):
                A[i] = T.float32(1.0)
        for i in range(10):
            if i < 0:
                A[i] = T.float32(1.0)
        if T.bool(True):
            A[0] = T.float32(1.0)
        for i in range(5):
            if T.bool(True):
                A[i + 2] = T.float32(1.0)
        for i in range(5):
            if T.bool(False):
                A[i + 7] = T.float32(1.0)
        for i in range(10):
            if i < B[0]:
                A[i] = T.float32(1.0)
        for i in range(10):
            if i * i < 10:
                A[i] = T.float32(1.0)
        for i in range(10):
            if i < 5:
                T.break_loop()
        for i in T.vectorized(8):
            if i < 5:
                A[i] = T.float32(1.0)
