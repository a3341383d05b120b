# RUN: ApplySchedule{"trace": "merge(twice, 0, add, 0)\nreverse_compute_at(add, twice, 0)"}
# The block is not alone in its loops.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), C: T.Buffer((16, 30), "float32")):
        D = T.sblock_alloc_buffer((16, 30), "float32")
        for i, j in T.grid(16, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(16, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj] + A[vi, 0]
# ---
# error: [schedule.reverse_compute_at.r1] line 2 of the schedule: reverse_compute_at expects that the block is one store whose instances may run in another order, alone in its loops, with reductions bound to loops of their own, but block add is not alone in its loops
