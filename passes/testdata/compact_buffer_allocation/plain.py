# RUN: CompactBufferAllocation
# Allocations without blocks; one in a loop; a view keeps a buffer whole.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        C = T.alloc_buffer((16,), "float32")
        V = T.alloc_buffer((16,), "float32")
        F = T.decl_buffer((4,), "float32", data=V.data)
        C[5] = A[0]
        F[0] = C[5]
        V[1] = F[0]
        for i in range(8):
            D = T.alloc_buffer((16,), "float32")
            for j in range(2):
                D[i + j] = A[i + j] + C[5]
            x: T.let[T.int32] = i + 1
            B[i] = D[i] + D[i + 1]
            G = T.alloc_buffer((16,), "float32")
            G[x] = V[1]
            B[i] = G[x]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        C = T.alloc_buffer((1,))
        V = T.alloc_buffer((16,))
        F = V.view(4)
        C[0] = A[0]
        F[0] = C[0]
        V[1] = F[0]
        for i in range(8):
            D = T.alloc_buffer((2,))
            for j in range(2):
                D[j] = A[i + j] + C[0]
            x: T.let[T.int32] = i + 1
            B[i] = D[0] + D[1]
            G = T.alloc_buffer((1,))
            G[0] = V[1]
            B[i] = G[0]
