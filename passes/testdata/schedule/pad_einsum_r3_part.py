# RUN: ApplySchedule{"trace": "pad_einsum(c, [1, 16, 1])"}
# One operand is read in part.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "int32"), B: T.Buffer((30, 9), "int32"), C: T.Buffer((16, 8), "int32")):
        for i, j, k in T.grid(16, 8, 30):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.int32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
# ---
# error: [schedule.pad_einsum.r3] line 1 of the schedule: pad_einsum expects that operands are read at the block's variables, a buffer at the same ones each time, each axis over all of it, and all operands have the reductions that are padded, but an operand is not read at the block's variables, over all of its axes
