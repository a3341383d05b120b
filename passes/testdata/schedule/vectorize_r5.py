# RUN: ApplySchedule{"trace": "vectorize(add, 0)"}
# An extent that is not constant.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 0), "float32")
        C = T.match_buffer(c, (n, 1), "float32")
        for i, j in T.grid(n, 1):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = T.float32(1)
        for i, j in T.grid(n, 0):
            with T.sblock("none"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, 0] = A[vi, vj]
# ---
# error: [schedule.vectorize.r5] line 1 of the schedule: vectorize expects that its extent is constant, from 1 to 64, but the extent is no number of lanes
