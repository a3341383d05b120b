# RUN: ApplySchedule{"trace": "rfactor(c, 2, 0)"}
# The sum of floats would be added in another order.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((30, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        for i, j, k in T.grid(16, 8, 30):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
# ---
# error: [schedule.rfactor.r2] line 1 of the schedule: rfactor expects that what it stores is a sum or product of integers, or a minimum or maximum, of what was there and something else, but what block c stores in C may depend on the order
