# RUN: ApplySchedule{"trace": "compute_at(twice, add, 0)\ncache_write(twice, \"local\")"}
# A reader in the same loops would come before the copy.
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
# error: [schedule.cache_write.r3] line 2 of the schedule: cache_write expects that the buffer is written by this block alone, viewed by none, and read by no other one in the same loops, but buffer D is written elsewhere, or read in the same loops
