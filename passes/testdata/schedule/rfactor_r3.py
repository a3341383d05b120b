# RUN: ApplySchedule{"trace": "rfactor(c, 1, 0)"}
# The loop binds a spatial variable.
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
# error: [schedule.rfactor.r3] line 1 of the schedule: rfactor expects that the loop binds reduction variables alone, and they are bound to loops that bind nothing else, but loop j binds no reduction, or another one binds a spatial variable, too
