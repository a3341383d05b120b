# RUN: StorageRewrite
# One buffer after the other; one inside of a loop beside one around it; in a parallel loop; no element, one element; what another
# dtype, a view, an unknown size or volatile memory keeps apart.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32"), n: T.int32):
        A = T.alloc_buffer((16,), "float32")
        for i in range(16):
            A[i] = X[i]
        for i in range(16):
            Y[i] = A[i]
        B = T.alloc_buffer((32,), "float32")
        I = T.alloc_buffer((32,), "int32")
        for i in range(32):
            B[i] = X[i]
            I[i] = i
        for i in range(4):
            C = T.alloc_buffer((8,), "float32")
            for j in range(8):
                C[j] = X[i + j] + B[i]
            D = T.alloc_buffer((8,), "float32")
            for j in range(8):
                D[j] = C[j] * C[j]
            E = T.alloc_buffer((8,), "float32")
            for j in range(8):
                E[j] = D[j] + T.Cast("float32", I[i])
            for j in range(8):
                Y[i + j] = E[j]
        for i in T.parallel(4):
            F = T.alloc_buffer((8,), "float32")
            for j in range(8):
                F[j] = X[i * 8 + j]
            G = T.alloc_buffer((8,), "float32")
            for j in range(8):
                G[j] = X[i * 8 + j]
            for j in range(8):
                Y[i * 8 + j] = F[j] + G[j]
        N = T.alloc_buffer((0,), "float32")
        O = T.alloc_buffer((1,), "float32")
        O[0] = X[0]
        Y[0] = O[0]
        P = T.alloc_buffer((1,), "float32")
        P[0] = X[0]
        Y[0] = P[0]
        S = T.alloc_buffer((n,), "float32")
        V = T.alloc_buffer((16,), "float32")
        W = T.decl_buffer((4,), "float32", data=V.data)
        S[0] = X[0]
        W[0] = S[0]
        V[1] = W[0]
        Y[1] = V[1]
        R = T.alloc_buffer((16,), "float32")
        for i in range(16):
            R[i] = X[i]
        for i in range(16):
            Y[i] = R[i]
        Q = T.alloc_buffer((16,), "float32", annotations={"tirx.volatile": True})
        Q[0] = X[0]
        Y[0] = Q[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32"), n: T.int32):
        N = T.alloc_buffer((0,))
        A = T.alloc_buffer((32,))
        I_1 = T.alloc_buffer((32,), "int32")
        C = T.alloc_buffer((8,))
        O = T.alloc_buffer((1,))
        P = T.alloc_buffer((1,))
        for i in range(16):
            A[i] = X[i]
        for i in range(16):
            Y[i] = A[i]
        for i in range(32):
            A[i] = X[i]
            I_1[i] = i
        for i in range(4):
            for j in range(8):
                C[j] = X[i + j] + A[i]
            for j in range(8):
                C[j] = C[j] * C[j]
            for j in range(8):
                C[j] = C[j] + T.Cast("float32", I_1[i])
            for j in range(8):
                Y[i + j] = C[j]
        for i in T.parallel(4):
            F = T.alloc_buffer((8,))
            G = T.alloc_buffer((8,))
            for j in range(8):
                F[j] = X[i * 8 + j]
            for j in range(8):
                G[j] = X[i * 8 + j]
            for j in range(8):
                Y[i * 8 + j] = F[j] + G[j]
        O[0] = X[0]
        Y[0] = O[0]
        P[0] = X[0]
        Y[0] = P[0]
        S = T.alloc_buffer((n,))
        V = T.alloc_buffer((16,))
        W = V.view(4)
        S[0] = X[0]
        W[0] = S[0]
        V[1] = W[0]
        Y[1] = V[1]
        for i in range(16):
            A[i] = X[i]
        for i in range(16):
            Y[i] = A[i]
        Q = T.alloc_buffer((16,), annotations={"tirx.volatile": True})
        Q[0] = X[0]
        Y[0] = Q[0]
