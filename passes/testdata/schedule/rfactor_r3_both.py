# RUN: ApplySchedule{"trace": "rfactor(b, 1, 0)"}
# The outer loop says where the sum goes and what is added.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((24,), "int32"), B: T.Buffer((4,), "int32")):
        for i, k in T.grid(4, 6):
            with T.sblock("b"):
                vi = T.axis.spatial(4, i)
                vk = T.axis.reduce(24, i * 6 + k)
                T.reads(A[vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.int32(0)
                B[vi] = B[vi] + A[vk]
# ---
# error: [schedule.rfactor.r3] line 1 of the schedule: rfactor expects that the loop binds reduction variables alone, and they are bound to loops that bind nothing else, but loop k binds no reduction, or another one binds a spatial variable, too
