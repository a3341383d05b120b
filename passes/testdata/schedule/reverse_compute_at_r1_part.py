# RUN: ApplySchedule{"trace": "reverse_compute_at(c, b, 0)"}
# The reader runs over a part of its axis.
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
# error: [schedule.reverse_compute_at.r1] line 1 of the schedule: reverse_compute_at expects that the block is one store whose instances may run in another order, alone in its loops, with reductions bound to loops of their own, but block c does not run over all of its axes
