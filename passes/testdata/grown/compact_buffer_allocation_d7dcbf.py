# RUN: CompactBufferAllocation
# Shows a mutant of passes/tir/compact_buffer_allocation.cc (condition): (whole != nullptr && *last + 1 >= whole->value)
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 1), "float32"), B: T.Buffer((1, 1), "float32"), P: T.Buffer((1,), "int32"), n: T.int32):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock("row"):
                T.reads(A[0, 0], P[0])
                T.writes(B[0, 0])
                M = T.sblock_alloc_buffer((1, 1))
                W = T.sblock_alloc_buffer((1,))
                D = T.sblock_alloc_buffer((1,))
                E = T.sblock_alloc_buffer((1, 1))
                S = T.sblock_alloc_buffer((n, 1))
                W[0] = M[0, T.Mul(0, 3)]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 1), "float32"), B: T.Buffer((1, 1), "float32"), P: T.Buffer((1,), "int32"), n: T.int32):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock("row"):
                T.reads(A[0, 0], P[0])
                T.writes(B[0, 0])
                M = T.sblock_alloc_buffer((1, 1))
                W = T.sblock_alloc_buffer((1,))
                D = T.sblock_alloc_buffer((1,))
                E = T.sblock_alloc_buffer((1, 1))
                S = T.sblock_alloc_buffer((n, 1))
                W[0] = M[0, T.Mul(0, 3)]
