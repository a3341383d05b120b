# RUN: ForceNarrowIndexToInt32
# Offsets and strides that parameters' buffers define.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, B: T.Buffer((T.int64(4),), "float32", offset_factor=1)):
        s, o = T.int64(), T.int64()
        A = T.match_buffer(a, (T.int64(4),), "float32", strides=(s,), elem_offset=o)
        for i in range(T.int64(4)):
            B[i] = A[i] * T.Cast("float32", o)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4,), "float32", strides=("s",), offset_factor=1), B: T.Buffer((4,), "float32", offset_factor=1)):
        for i in range(4):
            B[i] = A[i] * T.Cast("float32", A.elem_offset)
