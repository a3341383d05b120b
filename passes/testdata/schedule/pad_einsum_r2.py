# RUN: ApplySchedule{"trace": "pad_einsum(c, [16, 16, 16])"}
# The sum does not start at 0.
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
                    C[vi, vj] = T.float32(-0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
# ---
# error: [schedule.pad_einsum.r2] line 1 of the schedule: pad_einsum expects that it stores a product, or adds products to a sum that starts at 0, but block c is no sum of products
