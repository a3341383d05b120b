# RUN: ApplySchedule{"trace": "merge(twice, 1, blur, 1)"}
# An iteration reads what an earlier one made.
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
# error: [schedule.merge.r4] line 1 of the schedule: merge expects that what one nest writes and the other one touches is of the same iteration in both, but possible loop-carried dependence on D
