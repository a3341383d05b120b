# RUN: RemoveStoreUndef
# Stores of what is not defined, of what is computed from it, also by name; loops that are then empty; what is defined stays.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for i in range(8):
            A[i] = T.undef()
        for i in range(8):
            x: T.let[T.int32] = T.undef() + i
            y: T.let[T.int32] = i * 2
            A[i] = x * 2
            B[i] = y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for i in range(8):
            y: T.let[T.int32] = i * 2
            B[i] = y
