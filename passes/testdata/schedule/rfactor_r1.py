# RUN: ApplySchedule{"trace": "decompose_reduction(c, 2)\nrfactor(c_update, 2, 0)"}
# The block has no init.
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
# error: [schedule.rfactor.r1] line 2 of the schedule: rfactor expects that the block is one store whose instances may run in another order, with an init, alone in its loops, but block c_update has no init that is one store
