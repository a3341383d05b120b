# RUN: ApplySchedule{"trace": "split(c, 2, [None, 7])\ndecompose_reduction(c, 2)"}
# A parameter keeps what it has where the condition lets nothing come.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "int32"), B: T.Buffer((30, 8), "int32"), C: T.Buffer((16, 8), "int32")):
        for i, j, k in T.grid(16, 8, 30):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.int32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
# ---
# error: [schedule.decompose_reduction.r4] line 2 of the schedule: decompose_reduction expects that spatial variables do not depend on the reduction; nor does the predicate, or else the buffer is allocated in the kernel and stored by the block alone, and variables that the predicate ties to the reduction have loops of their own, but where it starts depends on the reduction
