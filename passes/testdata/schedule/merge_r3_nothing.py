# RUN: ApplySchedule{"trace": "merge(twice, 0, sum, 0)"}
# A reduction over nothing gives what it begins with, which needs a loop of its own.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((0,), "float32"), B: T.Buffer((0,), "float32"), C: T.Buffer((), "float32")):
        for i in range(0):
            with T.sblock("twice"):
                v = T.axis.spatial(0, i)
                B[v] = A[v] * T.float32(2)
        for k in range(0):
            with T.sblock("sum"):
                v = T.axis.reduce(0, k)
                with T.init():
                    C[()] = T.float32(0)
                C[()] = C[()] + B[v]
# ---
# error: [schedule.merge.r3] line 1 of the schedule: merge expects that they start at 0, are serial without annotations, and have the same extents, which do not depend on loops; those of a reduction with an init have iterations, but block sum may be a reduction over nothing
