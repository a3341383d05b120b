# RUN: ApplySchedule{"trace": "compute_at(twice, blur, 0)"}
# What the block reads is written by the second of two that stand in between.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        D = T.sblock_alloc_buffer((16,), "float32")
        for i in range(16):
            with T.sblock("twice"):
                vi = T.axis.spatial(16, i)
                D[vi] = A[vi] * T.float32(2)
        for i in range(16):
            with T.sblock("other"):
                vi = T.axis.spatial(16, i)
                B[vi] = T.float32(1)
        for i in range(16):
            with T.sblock("overwrites"):
                vi = T.axis.spatial(16, i)
                A[vi] = T.float32(0)
        for i in range(16):
            with T.sblock("blur"):
                vi = T.axis.spatial(16, i)
                C[vi] = D[vi] + T.float32(1)
# ---
# error: [schedule.compute_at.r5] line 1 of the schedule: compute_at expects that nothing that the block reads is written in between, but what the block reads is written in between
