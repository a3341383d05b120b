# RUN: ApplySchedule{"trace": "merge(twice, 0, add, 0)"}
# Another nest stands in between.
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
# error: [schedule.merge.r1] line 1 of the schedule: merge expects that the loops stand in one scope, in statements that follow each other directly, but block add does not follow block twice
