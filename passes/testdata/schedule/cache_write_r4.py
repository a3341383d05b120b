# RUN: ApplySchedule{"trace": "cache_write(twice, \"local\")"}
# A block that works in place.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.sblock("twice"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(A[vi])
                A[vi] = A[vi] + A[vi]
# ---
# error: line 1 of the schedule: schedule.cache_write.r4: block twice reads what A holds before
