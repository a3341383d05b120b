# RUN: HoistExpression
# A let that stands in the loop and behind it: what is taken out has a variable of its own.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32"), n: T.int32):
        t = T.int32()
        for i in range(8):
            A[i] = T.Let(t * t, where={t: n * 3}) + i
        B[0] = T.Let(t * t, where={t: n * 3})
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32"), n: T.int32):
        t: T.let[T.int32] = n * 3
        for i in range(8):
            A[i] = t * t + i
        t_1 = T.int32()
        B[0] = T.Let(t_1 * t_1, where={t_1: n * 3})
