# RUN: ApplySchedule{"trace": "split(add, 0, [4, 4])\nmerge(twice, 0, add, 0)"}
# Extents differ.
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
# error: [schedule.merge.r3] line 2 of the schedule: merge expects that they start at 0, are serial without annotations, and have the same extents, which do not depend on loops; those of a reduction with an init have iterations, but loops i and i_0 have other extents
