# RUN: FlattenBuffer
# Rows that are apart, of scalars and of vectors; what stays: columns before rows, neighbours that are apart, a parameter.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 8), "float32", strides=(10, 1)), B: T.Buffer((4, 8), "float32")):
        M = T.alloc_buffer((4, 2, 8), strides=(40, 16, 1))
        C = T.alloc_buffer((4, 8), strides=(1, 4))
        D = T.alloc_buffer((4, 8), strides=(16, 2))
        for i, j, k in T.grid(4, 2, 8):
            M[i, j, k] = A[i, k]
            C[i, k] = A[i, k]
            D[i, k] = A[i, k]
        for i in range(4):
            M[i, 1, 0:4] = M[i, 0, 4:8]
            for k in range(8):
                B[i, k] = M[i, 1, k] + C[i, k] + D[i, k]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 8), "float32", strides=(10, 1)), B: T.Buffer((4, 8), "float32")):
        B_1 = B.view(32)
        M = T.alloc_buffer((160,))
        C = T.alloc_buffer((4, 8), strides=(1, 4))
        D = T.alloc_buffer((4, 8), strides=(16, 2))
        for i, j, k in T.grid(4, 2, 8):
            M[i * 40 + j * 16 + k] = A[i, k]
            C[i, k] = A[i, k]
            D[i, k] = A[i, k]
        for i in range(4):
            M[i * 40 + 16:i * 40 + 16 + 4] = M[i * 40 + 4:i * 40 + 4 + 4]
            for k in range(8):
                B_1[i * 8 + k] = M[i * 40 + 16 + k] + C[i, k] + D[i, k]
