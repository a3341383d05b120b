# RUN: CompactBufferAllocation
# Ends that differ by what nobody knows leave a buffer as it is; its neighbour shrinks to what one iteration uses.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for p, q in T.grid(16, 16):
            with T.sblock("root"):
                B = T.sblock_alloc_buffer((64,), "float32")
                C = T.sblock_alloc_buffer((64,), "float32")
                for i in range(4):
                    B[p * 4 + i] = A[i]
                    B[q * 4 + i] = A[i]
                    C[p * 4 + i] = A[i]
                for i in range(2):
                    C[p * 4 + i + 1] = A[i]
                for i in range(4):
                    A[i] = B[p * 4 + i] + C[p * 4 + i]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        # with T.sblock("root"):
        for p, q in T.grid(16, 16):
            with T.sblock("root"):
                T.reads(A[0:4])
                T.writes(A[0:4])
                B = T.sblock_alloc_buffer((64,))
                C = T.sblock_alloc_buffer((4,))
                for i in range(4):
                    B[p * 4 + i] = A[i]
                    B[q * 4 + i] = A[i]
                    C[i] = A[i]
                for i in range(2):
                    C[i + 1] = A[i]
                for i in range(4):
                    A[i] = B[p * 4 + i] + C[i]
