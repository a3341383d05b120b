# RUN: ApplySchedule{"trace": "reverse_compute_inline(c)"}
# The reader stores a part of its buffer.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        C = T.sblock_alloc_buffer((8,), "float32")
        for i in range(8):
            with T.sblock("b"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi])
                T.writes(C[vi])
                C[vi] = A[vi] + T.float32(1)
        for i in range(5):
            with T.sblock("c"):
                vi = T.axis.spatial(8, i)
                T.reads(C[vi])
                T.writes(B[vi])
                B[vi] = C[vi] * T.float32(2)
# ---
# error: [schedule.reverse_compute_inline.r1] line 1 of the schedule: reverse_compute_inline expects that the block is one plain store of its own variables, each once, but block c is no plain store
