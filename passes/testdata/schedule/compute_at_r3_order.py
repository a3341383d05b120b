# RUN: ApplySchedule{"trace": "compute_at(relu, product, 0)"}
# The loop is in front of the block.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 30), "float32"), C: T.Buffer((16, 30), "float32")):
        E = T.sblock_alloc_buffer((16, 30), "float32")
        D = T.sblock_alloc_buffer((16, 30), "float32")
        for i, j, k in T.grid(16, 30, 8):
            with T.sblock("product"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    D[vi, vj] = T.float32(0)
                D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(16, 30):
            with T.sblock("relu"):
                vi, vj = T.axis.remap("SS", [i, j])
                E[vi, vj] = T.max(D[vi, vj], T.float32(0))
# ---
# error: [schedule.compute_at.r3] line 1 of the schedule: compute_at expects that all that read the buffer stand in the loop, which is behind the block in the same scope, but buffer E is read outside of the loop, or not behind the block
