# RUN: ApplySchedule{"trace": "fuse(b, 0)"}
# The block stores the extent of a loop around it.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(N: T.Buffer((8,), "int32"), A: T.Buffer((16,), "int32")):
        for i, j in T.grid(4, N[0]):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(A[0:16], N[0])
                A[vi * 4 + vj] = vi
                N[0] = 3
# ---
# error: [schedule.fuse.r5] line 1 of the schedule: fuse expects that extents are not read from memory, but an extent is read from memory
