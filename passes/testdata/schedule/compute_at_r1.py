# RUN: ApplySchedule{"trace": "split(product, 2, [None, 3])\ncompute_at(product, relu, 0)"}
# The reduction is not bound to a loop of its own.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 30), "float32"), C: T.Buffer((16, 30), "float32")):
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
                C[vi, vj] = T.max(D[vi, vj], T.float32(0))
# ---
# error: [schedule.compute_at.r1] line 2 of the schedule: compute_at expects that the block is one store whose instances may run in another order, alone in its loops, with reductions bound to loops of their own, but block product has a condition, or reductions that are not bound to loops
