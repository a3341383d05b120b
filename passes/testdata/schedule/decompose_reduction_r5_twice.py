# RUN: ApplySchedule{"trace": "decompose_reduction(sum, 0)"}
# Two iterations of the outer loop are one instance, and the second one starts its sum again.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 3), "float32"), B: T.Buffer((4,), "float32")):
        for i, k in T.grid(8, 3):
            with T.sblock("sum"):
                vi = T.axis.spatial(4, i // 2)
                vk = T.axis.reduce(3, k)
                T.reads(A[vi, vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + A[vi, vk]
# ---
# error: [schedule.decompose_reduction.r5] line 1 of the schedule: decompose_reduction expects that the block's instances may run in another order, but block sum: its variables do not tell the iterations of i apart
