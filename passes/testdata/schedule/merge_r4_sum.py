# RUN: ApplySchedule{"trace": "merge(sum, 1, add, 1)"}
# An iteration reads what all iterations make.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 30), "float32")):
        for i, k in T.grid(16, 30):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + A[vi, vk]
        for i, j in T.grid(16, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi] + A[vi, vj]
# ---
# error: [schedule.merge.r4] line 1 of the schedule: merge expects that what one nest writes and the other one touches is of the same iteration in both, but possible loop-carried dependence on B
