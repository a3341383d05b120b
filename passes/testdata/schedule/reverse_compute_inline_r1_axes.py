# RUN: ApplySchedule{"trace": "reverse_compute_inline(c)"}
# The reader runs for half of its axis: in the maker's place it would run for all of it.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
        B = T.sblock_alloc_buffer((8,), "int32")
        for i in range(8):
            with T.sblock("b"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi] + 1
        for i in range(4):
            with T.sblock("c"):
                vi = T.axis.spatial(8, i)
                C[vi] = B[vi] * 2
# ---
# error: [schedule.reverse_compute_inline.r1] line 1 of the schedule: reverse_compute_inline expects that the block is one plain store of its own variables, each once, but block c is no plain store
