# RUN: ApplySchedule{"trace": "pad_einsum(c, [16, 16, 16])"}
# Another block stores into the buffer.
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
        for i in range(8):
            with T.sblock("other"):
                vi = T.axis.spatial(8, i)
                C[0, vi] = 1
# ---
# error: [schedule.pad_einsum.r4] line 1 of the schedule: pad_einsum expects that the buffer is stored by this block alone and viewed by none, but buffer C is stored elsewhere
