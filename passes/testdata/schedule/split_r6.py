# RUN: ApplySchedule{"trace": "split(b, 0, [None, 2])"}
# The block stores the extent of its loop.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(N: T.Buffer((16,), "int32")):
        for i in range(N[0]):
            with T.sblock("b"):
                vi = T.axis.spatial(8, i)
                T.reads(N[0:16])
                T.writes(N[0:16])
                N[vi + 1] = 7
                N[0] = 2
# ---
# error: [schedule.split.r6] line 1 of the schedule: split expects that the extent is not read from memory, but the extent of i is read from memory
