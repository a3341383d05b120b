# RUN: RemoveNoOp
# Binds that only each other need, and one that an allocation's extent needs.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), n: T.int32):
        x: T.let[T.int32] = n + 1
        y: T.let[T.int32] = x + 1
        z: T.let[T.int32] = y + x
        m: T.let[T.int32] = n + 2
        k: T.let[T.int32] = m + 1
        D = T.alloc_buffer((k,), "int32")
        D[0] = 1
        A[0] = D[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), n: T.int32):
        m: T.let[T.int32] = n + 2
        k: T.let[T.int32] = m + 1
        D = T.alloc_buffer((k,), "int32")
        D[0] = 1
        A[0] = D[0]
