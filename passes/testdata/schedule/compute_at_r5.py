# RUN: ApplySchedule{"trace": "compute_at(twice, add, 0)"}
# What the block reads is written in between.
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
        for i in range(16):
            with T.sblock("other"):
                vi = T.axis.spatial(16, i)
                A[vi, 0] = T.float32(1)
        for i, j in T.grid(16, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj] + A[vi, 0]
# ---
# error: [schedule.compute_at.r5] line 1 of the schedule: compute_at expects that nothing that the block reads is written in between, but what the block reads is written in between
