# RUN: NarrowDataType{"target_bits":32}
# Constant indices, comparisons of what is not narrowed, and of what is.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), n: T.int64):
        A[T.int64(3)] = T.float32(1)
        for i in T.serial(T.int64(0), T.int64(16)):
            if n < T.int64(7):
                A[i] = T.float32(2)
            if i < T.int64(7):
                A[i] = A[T.int64(15) - i]
            if i < n:
                A[i] = T.Cast("float32", n)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), n: T.int64):
        A[3] = T.float32(1.0)
        for i in range(16):
            if n < T.int64(7):
                A[i] = T.float32(2.0)
            if i < 7:
                A[i] = A[15 - i]
            if T.Cast("int64", i) < n:
                A[i] = T.Cast("float32", n)
