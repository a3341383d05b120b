# RUN: PlanAndUpdateBufferAllocationLocation
# The block around an allocation that moves names what views inside of it show: of a parameter, and of a block's memory.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        with T.sblock("root"):
            T.reads(A[0:4])
            T.writes(B[0:4])
            kept = T.sblock_alloc_buffer((4,))
            moved = T.sblock_alloc_buffer((4,))
            for i in range(4):
                kept[i] = A[i]
            for i in range(4):
                moved[i] = A[i] * T.float32(2)
                rest = T.decl_buffer((4,), data=kept.data)
                rest[i] = rest[3 - i] + moved[i]
                out = T.decl_buffer((4,), data=B.data)
                out[i] = kept[i] + moved[i]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        with T.sblock("root"):
            T.reads(A[0:4])
            T.writes(B[0:4])
            kept = T.sblock_alloc_buffer((4,))
            for i in range(4):
                kept[i] = A[i]
            for i in range(4):
                with T.sblock(""):
                    T.reads(A[0:4], kept[0:4])
                    T.writes(kept[0:4], B[0:4])
                    moved = T.sblock_alloc_buffer((4,))
                    moved[i] = A[i] * T.float32(2.0)
                    rest = T.decl_buffer((4,), data=kept.data)
                    rest[i] = rest[3 - i] + moved[i]
                    out = T.decl_buffer((4,), data=B.data)
                    out[i] = kept[i] + moved[i]
