# RUN: ApplySchedule{"trace": "rfactor(b, 1, 0)"}
# A sum that goes on from what the buffer holds is taken apart with its beginning by nobody.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 6), "int32"), B: T.Buffer((4,), "int32")):
        for i, k in T.grid(4, 6):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(B[vi], A[vi, vk])
                T.writes(B[vi])
                B[vi] = B[vi] + A[vi, vk]
# ---
# error: [schedule.rfactor.r1] line 1 of the schedule: rfactor expects that the block is one store whose instances may run in another order, with an init, alone in its loops, but block b has no init that is one store
