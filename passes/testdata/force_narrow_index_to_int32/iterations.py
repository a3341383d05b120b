# RUN: ForceNarrowIndexToInt32
# Loops of no and of one iteration, with a tail that does not divide, and of a symbolic number; an empty dimension.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, Z: T.Buffer((T.int64(0),), "float32"), C: T.Buffer((T.int64(10),), "float32")):
        n = T.int64()
        A = T.match_buffer(a, (n,), "float32")
        for i in range(T.int64(0)):
            Z[i] = T.float32(0)
        for i in range(T.int64(1)):
            C[i] = T.float32(1)
        for i, j in T.grid(T.int64(4), T.int64(3)):
            if i * T.int64(3) + j < T.int64(10):
                C[i * T.int64(3) + j] = T.float32(2)
        for i, j in T.grid((n + T.int64(3)) // T.int64(4), T.int64(4)):
            if i * T.int64(4) + j < n:
                A[i * T.int64(4) + j] = C[j]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "float32"), Z: T.Buffer((0,), "float32"), C: T.Buffer((10,), "float32")):
        n = T.int32()
        for i in range(0):
            Z[i] = T.float32(0.0)
        for i in range(1):
            C[i] = T.float32(1.0)
        for i, j in T.grid(4, 3):
            if i * 3 + j < 10:
                C[i * 3 + j] = T.float32(2.0)
        for i, j in T.grid((n + 3) // 4, 4):
            if i * 4 + j < n:
                A[i * 4 + j] = C[j]
