# RUN: FlattenBuffer
# Parameters get views, allocations another shape; scalars have one element; vectors stay together.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, D: T.Buffer((16,), "float32"), E: T.Buffer((), "float32")):
        n = T.int32()
        A = T.match_buffer(a, (n, 2, 16), "float32")
        B = T.alloc_buffer((16, 16), "float32")
        for i, j in T.grid(16, 16):
            B[i, j] = A[i, 1, j] * E[()]
        for i in range(16):
            B[i, 0:8] = A[0, i % 2, 8:16]
            D[i] = B[i, 0]
        E[()] = D[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n", 2, 16), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((), "float32")):
        n = T.int32()
        A_1 = A.view(n * 2 * 16)
        E_1 = E.view(1)
        B = T.alloc_buffer((256,))
        for i, j in T.grid(16, 16):
            B[i * 16 + j] = A_1[(i * 2 + 1) * 16 + j] * E_1[0]
        for i in range(16):
            B[i * 16:i * 16 + 8] = A_1[i % 2 * 16 + 8:i % 2 * 16 + 8 + 8]
            D[i] = B[i * 16]
        E_1[0] = D[0]
