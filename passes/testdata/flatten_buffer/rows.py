# RUN: FlattenBuffer
# Rows that lie apart become one; rows that overlap, or that lie apart by what is not known, stay.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(out: T.Buffer((4, 4), "float32"), n: T.int32):
        A = T.alloc_buffer((4, 4), "float32", strides=(8, 1))
        B = T.alloc_buffer((4, 4), "float32", strides=(2, 1))
        C = T.alloc_buffer((4, 4), "float32", strides=(n, 1))
        for i, j in T.grid(4, 4):
            A[i, j] = T.float32(1)
            B[i, j] = T.float32(2)
            C[i, j] = T.float32(3)
        for i, j in T.grid(4, 4):
            out[i, j] = A[i, j] + B[i, j] + C[i, j]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(out: T.Buffer((4, 4), "float32"), n: T.int32):
        out_1 = out.view(16)
        A = T.alloc_buffer((32,))
        B = T.alloc_buffer((4, 4), strides=(2, 1))
        C = T.alloc_buffer((4, 4), strides=(n, 1))
        for i, j in T.grid(4, 4):
            A[i * 8 + j] = T.float32(1.0)
            B[i, j] = T.float32(2.0)
            C[i, j] = T.float32(3.0)
        for i, j in T.grid(4, 4):
            out_1[i * 4 + j] = A[i * 8 + j] + B[i, j] + C[i, j]
