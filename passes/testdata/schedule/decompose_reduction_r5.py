# RUN: ApplySchedule{"trace": "decompose_reduction(sum, 0)"}
# The block sees the loops themselves: every iteration starts its element again, so no sum is left to take apart.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 3), "float32"), B: T.Buffer((4,), "float32")):
        for i, k in T.grid(4, 3):
            with T.sblock("sum"):
                T.reads(A[i, k])
                T.writes(B[i])
                with T.init():
                    B[i] = T.float32(0)
                B[i] = B[i] + A[i, k]
# ---
# error: [schedule.decompose_reduction.r5] line 1 of the schedule: decompose_reduction expects that the block's instances may run in another order, but block sum: it uses loop i itself
