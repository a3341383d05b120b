# RUN: RemoveNoOp
# A loop of no iterations goes, unless computing where it begins may trap.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in T.serial(2, 2):
            A[i] = 1
        for i in T.serial(n, n):
            A[i] = 2
        for i in T.serial(8 // n, 8 // n):
            A[i] = 3
        for i in range(8 // n):
            T.evaluate(0)
        for i in range(n):
            T.evaluate(0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(8 // n, 8 // n):
            A[i] = 3
        for i in range(8 // n):
            T.evaluate(0)
