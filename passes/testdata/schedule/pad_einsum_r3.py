# RUN: ApplySchedule{"trace": "pad_einsum(c, [1, 1, 16])"}
# One operand has no part in the reduction, and may be infinite.
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
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[0, vj]
# ---
# error: [schedule.pad_einsum.r3] line 1 of the schedule: pad_einsum expects that operands are read at the block's variables, a buffer at the same ones each time, each axis over all of it, and all operands have the reductions that are padded, but an operand is not read at the block's variables, over all of its axes
