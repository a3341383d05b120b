# RUN: DecorateDeviceScope
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        B = T.alloc_buffer((8,), "int32")
        for i in range(8):
            B[i] = A[i]
        for i in range(8):
            A[i] = B[7 - i]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        T.attr({"device_scope": 0})
        B = T.alloc_buffer((8,), "int32")
        for i in range(8):
            B[i] = A[i]
        for i in range(8):
            A[i] = B[7 - i]
