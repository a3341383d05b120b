# RUN: ApplySchedule{"trace": "transform_layout(twice, 0, [4, None], [0, 2, 1])"}
# An unknown extent has no divisor.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 30), "float32")
        C = T.match_buffer(c, (n, 30), "float32")
        D = T.sblock_alloc_buffer((n, 30), "float32")
        for i, j in T.grid(n, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(n, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj] + A[vi, 0]
# ---
# error: [schedule.transform_layout.r2] line 1 of the schedule: transform_layout expects that there is a factor for each axis, positive, which divides its extent: 1 or None for an axis that stays whole, but factor 4 does not divide axis 0
