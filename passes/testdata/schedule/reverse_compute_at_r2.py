# RUN: ApplySchedule{"trace": "reverse_compute_at(add, sum, 0)"}
# The loop does not make what the block reads.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 30), "float32")):
        for i, k in T.grid(16, 30):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = T.float32(1) + A[vi, vk]
        for i, j in T.grid(16, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = T.float32(1) + A[vi, vj]
# ---
# error: [schedule.reverse_compute_at.r2] line 1 of the schedule: reverse_compute_at expects that the loop holds a block, in front of the block and in the same scope, which alone makes a buffer that the block reads, alone in the loop or whole in all, but block sum is not alone in making what the block reads, or not in front of it
