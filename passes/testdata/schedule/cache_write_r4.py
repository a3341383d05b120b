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
# error: [schedule.cache_write.r4] line 1 of the schedule: cache_write expects that the block does not read what the buffer holds before it, but block twice reads what A holds before
