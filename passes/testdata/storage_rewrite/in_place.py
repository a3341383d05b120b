# RUN: StorageRewrite
# Results over what they are made of: element by element, through two loops, without a loop, in a chain. Apart stay those where an
# element is written again, another one is needed, a condition reads, elements are more, and what is still read behind.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32"), n: T.int32):
        A = T.alloc_buffer((32,), "float32")
        B = T.alloc_buffer((32,), "float32")
        C = T.alloc_buffer((32,), "float32")
        for i in range(32):
            A[i] = X[i]
        for i in range(4):
            for j in range(8):
                B[i * 8 + j] = A[i * 8 + j] * A[i * 8 + j] + X[j]
        for i in T.parallel(32):
            C[i] = B[i]
        D = T.alloc_buffer((32,), "float32")
        for k in range(4):
            for i in range(32):
                D[i] = C[i] + X[k]
        E = T.alloc_buffer((32,), "float32")
        for i in range(32):
            E[i] = D[31 - i]
        F = T.alloc_buffer((32,), "float32")
        for i in range(32):
            if E[i] > T.float32(0):
                F[i] = E[i]
        G = T.alloc_buffer((33,), "float32")
        for i in range(32):
            G[i] = F[i]
        H = T.alloc_buffer((33,), "float32")
        for i in range(33):
            H[i] = G[i]
        for i in range(32):
            Y[i] = H[i] + G[i]
    @T.prim_func
    def single(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        A = T.alloc_buffer((2,), "float32")
        B = T.alloc_buffer((2,), "float32")
        A[0] = X[0]
        B[0] = A[0] + X[1]
        Y[0] = B[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def single(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        A = T.alloc_buffer((2,))
        A[0] = X[0]
        A[0] = A[0] + X[1]
        Y[0] = A[0]

    @T.prim_func
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32"), n: T.int32):
        A = T.alloc_buffer((33,))
        D = T.alloc_buffer((33,))
        for i in range(32):
            A[i] = X[i]
        for i, j in T.grid(4, 8):
            A[i * 8 + j] = A[i * 8 + j] * A[i * 8 + j] + X[j]
        for i in T.parallel(32):
            A[i] = A[i]
        for k, i in T.grid(4, 32):
            D[i] = A[i] + X[k]
        for i in range(32):
            A[i] = D[31 - i]
        for i in range(32):
            if A[i] > T.float32(0.0):
                D[i] = A[i]
        for i in range(32):
            A[i] = D[i]
        for i in range(33):
            D[i] = A[i]
        for i in range(32):
            Y[i] = D[i] + A[i]
