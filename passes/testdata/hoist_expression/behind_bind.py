# RUN: HoistExpression
# A branch behind names of values is alone in its loop.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        for j in range(4):
            z: T.let[T.float32] = A[j]
            y: T.let[T.float32] = z * T.float32(2)
            if n < 2:
                B[j] = y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
        if n < 2:
            for j in range(4):
                z: T.let[T.float32] = A[j]
                y: T.let[T.float32] = z * T.float32(2.0)
                B[j] = y
        else:
            for j in range(4):
                z: T.let[T.float32] = A[j]
