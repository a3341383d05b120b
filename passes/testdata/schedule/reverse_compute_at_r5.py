# RUN: ApplySchedule{"trace": "reverse_compute_at(blur, twice, 1)"}
# The block reads two places of an axis.
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
            with T.sblock("blur"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj] + T.if_then_else(vj >= 1, D[vi, vj - 1], T.float32(0))
# ---
# error: [schedule.reverse_compute_at.r5] line 1 of the schedule: reverse_compute_at expects that the block reads those parts at spatial variables, one for each axis, but block blur does not read D as it is made
