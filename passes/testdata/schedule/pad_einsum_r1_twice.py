# RUN: ApplySchedule{"trace": "pad_einsum(c, [16, 16, 16])"}
# What is stored does not tell all variables apart.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "int32"), B: T.Buffer((30, 8), "int32"), C: T.Buffer((16,), "int32")):
        for i, j, k in T.grid(16, 8, 30):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi] = T.int32(0)
                C[vi] = C[vi] + A[vi, vk] * B[vk, vj]
# ---
# error: [schedule.pad_einsum.r1] line 1 of the schedule: pad_einsum expects that the block is one store whose instances may run in another order, each variable bound to a loop of its own, over all of it, but block c: what it stores does not tell its spatial variables apart
