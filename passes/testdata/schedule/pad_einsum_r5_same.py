# RUN: ApplySchedule{"trace": "pad_einsum(c, [4, 4, 2])"}
# All extents are such multiples.
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
# error: [schedule.pad_einsum.r5] line 1 of the schedule: pad_einsum expects that there is a number for each variable, of which it is to be a multiple: 1 for no change; one of them changes something, but all axes are such multiples already
