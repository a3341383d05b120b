# RUN: ApplySchedule{"trace": "fuse(product, 0)\nsplit(product, 0, [None, 7])\nreverse_compute_at(relu, product, 0)"}
# An iteration makes parts of two rows.
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
# error: [schedule.reverse_compute_at.r3] line 3 of the schedule: reverse_compute_at expects that iterations of the loop make parts of the buffer that do not overlap and leave nothing out, whole with all reductions, but iterations of i_j_fused_0 do not make parts of D
