# RUN: ApplySchedule{"trace": "rfactor(b, 1, 0)"}
# What is taken away one by one is no sum of differences.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 6), "int32"), B: T.Buffer((4,), "int32")):
        for i, k in T.grid(4, 6):
            with T.sblock("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.int32(0)
                B[vi] = B[vi] - A[vi, vk]
# ---
# error: [schedule.rfactor.r2] line 1 of the schedule: rfactor expects that what it stores is a sum or product of integers, or a minimum or maximum, of what was there and something else, but what block b stores in B may depend on the order
