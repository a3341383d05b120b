# RUN: ApplySchedule{"trace": "compute_at(twice, add, 0)"}
# Another block reads the buffer, too.
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
                C[vi, 0] = D[vi, 1]
        for i, j in T.grid(16, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj] + A[vi, 0]
# ---
# error: [schedule.compute_at.r3] line 1 of the schedule: compute_at expects that all that read the buffer stand in the loop, which is behind the block in the same scope, but buffer D is read outside of the loop, or not behind the block
