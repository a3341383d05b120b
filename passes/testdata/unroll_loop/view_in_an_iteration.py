# RUN: UnrollLoop
# Each iteration has a view of its own.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def main(A: T.Buffer((4,), "int32")):
        for i in T.unroll(2):
            B = T.decl_buffer((2,), "int32", data=A.data, strides=(2,))
            B[i] = B[i] + 1
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def main(A: T.Buffer((4,), "int32")):
        B = T.decl_buffer((2,), "int32", data=A.data, strides=(2,))
        B[0] = B[0] + 1
        B_1 = T.decl_buffer((2,), "int32", data=A.data, strides=(2,))
        B_1[1] = B_1[1] + 1
