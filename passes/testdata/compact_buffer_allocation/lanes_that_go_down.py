# RUN: CompactBufferAllocation
# The last lane is the lowest where a ramp goes down: by itself, and over the iterations of a loop.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        one = T.alloc_buffer((16,))
        one[T.Ramp(9, -1, 4)] = A[T.Ramp(0, 1, 4)]
        B[0] = one[6] + one[9]
        rounds = T.alloc_buffer((24,))
        for i in range(3):
            rounds[T.Ramp(i * 4 + 7, -2, 3)] = A[T.Ramp(i * 4, 1, 3)]
        for i in range(3):
            B[i * 4 + 1] = rounds[i * 4 + 3]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        one = T.alloc_buffer((4,))
        one[T.Ramp(3, -1, 4)] = A[0:4]
        B[0] = one[0] + one[3]
        rounds = T.alloc_buffer((13,))
        for i in range(3):
            rounds[T.Ramp(i * 4 + 4, -2, 3)] = A[i * 4:i * 4 + 3]
        for i in range(3):
            B[i * 4 + 1] = rounds[i * 4]
