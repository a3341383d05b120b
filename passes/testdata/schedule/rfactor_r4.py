# RUN: ApplySchedule{"trace": "split(c, 2, [None, 64])\nrfactor(c, 3, 0)"}
# To most of the partial sums no iteration comes.
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
# error: [schedule.rfactor.r4] line 2 of the schedule: rfactor expects that extents do not depend on loops, the loop is serial; what the predicate says of the reduction mentions its loops alone, and is true of the first iterations of the others, but an extent or the predicate depends on loops, or the loop is marked
