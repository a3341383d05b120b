# RUN: ApplySchedule{"trace": "fuse(product, 0)\nsplit(product, 0, [None, 60])\nreverse_compute_at(relu, product, 0)"}
# An iteration makes two rows.
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
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 30), "float32"), C: T.Buffer((16, 30), "float32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((16, 30))
        for i_j_fused_0 in range(8):
            for i_j_fused_1, k in T.grid(60, 8):
                with T.sblock("product"):
                    vi = T.axis.spatial(16, (i_j_fused_0 * 60 + i_j_fused_1) // 30)
                    vj = T.axis.spatial(30, (i_j_fused_0 * 60 + i_j_fused_1) % 30)
                    vk = T.axis.reduce(8, k)
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(D[vi, vj])
                    with T.init():
                        D[vi, vj] = T.float32(0.0)
                    D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
            for ax0, ax1 in T.grid(2, 30):
                with T.sblock("relu"):
                    vi = T.axis.spatial(16, i_j_fused_0 * 2 + ax0)
                    vj = T.axis.spatial(30, ax1)
                    T.reads(D[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = T.max(D[vi, vj], T.float32(0.0))
