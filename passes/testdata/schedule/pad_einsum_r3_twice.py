# RUN: ApplySchedule{"trace": "pad_einsum(c, [1, 1, 16])"}
# One buffer is both operands, read at other variables: a copy of it with zeros would have too few rows.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "int32"), C: T.Buffer((3,), "int32")):
        for i, j, k in T.grid(3, 8, 8):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SRR", [i, j, k])
                with T.init():
                    C[vi] = T.int32(0)
                C[vi] = C[vi] + A[vj, vk] * A[vk, vj]
# ---
# error: [schedule.pad_einsum.r3] line 1 of the schedule: pad_einsum expects that operands are read at the block's variables, a buffer at the same ones each time, each axis over all of it, and all operands have the reductions that are padded, but an operand is not read at the block's variables, over all of its axes
