# RUN: ApplySchedule{"trace": "fuse(sum, 1)"}
# Nothing to fuse with.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 16), "float32")):
        for i, k in T.grid(16, 30):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + A[vi, vk]
        for i, j in T.grid(16, 16):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi] + T.Cast("float32", vj)
# ---
# error: [schedule.fuse.r1] line 1 of the schedule: fuse expects that the loops stand directly in each other, but no loop stands in the loop
