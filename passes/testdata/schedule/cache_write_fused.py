# RUN: ApplySchedule{"trace": "fuse(b, 0)\nfuse(b, 0)\nsplit(b, 0, [None, 3])\ncache_write(b, \"local\")\nfuse(c, 0)\ncache_write(c, \"local\")"}
# Blocks that run over all of their axes after these were fused and split.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, c: T.handle, d: T.handle):
        n = T.int32()
        m = T.int32()
        A = T.match_buffer(a, (n, m, 5), "float32")
        B = T.match_buffer(b, (n, m, 5), "float32")
        C = T.match_buffer(c, (16, 300), "float32")
        D = T.match_buffer(d, (16, 300), "float32")
        for i, j, k in T.grid(n, m, 5):
            with T.sblock("b"):
                vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                T.reads(A[vi, vj, vk])
                T.writes(B[vi, vj, vk])
                B[vi, vj, vk] = A[vi, vj, vk] + T.float32(1)
        for i, j in T.grid(16, 300):
            with T.sblock("c"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = C[vi, vj] + T.float32(1)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n", "m", 5), "float32"), B: T.Buffer((n, m, 5), "float32"), C: T.Buffer((16, 300), "float32"), D: T.Buffer((16, 300), "float32")):
        n, m = T.int32(), T.int32()
        # with T.sblock("root"):
        B_local = T.sblock_alloc_buffer((n, m, 5), scope="local")
        D_local = T.sblock_alloc_buffer((16, 300), scope="local")
        for i_j_fused_k_fused_0, i_j_fused_k_fused_1 in T.grid((n * m * 5 + 2) // 3, 3):
            with T.sblock("b"):
                vi = T.axis.spatial(n, (i_j_fused_k_fused_0 * 3 + i_j_fused_k_fused_1) // 5 // m)
                vj = T.axis.spatial(m, (i_j_fused_k_fused_0 * 3 + i_j_fused_k_fused_1) // 5 % m)
                vk = T.axis.spatial(5, (i_j_fused_k_fused_0 * 3 + i_j_fused_k_fused_1) % 5)
                T.where(i_j_fused_k_fused_0 * 3 + i_j_fused_k_fused_1 < n * m * 5)
                T.reads(A[vi, vj, vk])
                T.writes(B_local[vi, vj, vk])
                B_local[vi, vj, vk] = A[vi, vj, vk] + T.float32(1.0)
        for ax0, ax1, ax2 in T.grid(n, m, 5):
            with T.sblock("B_local"):
                v0, v1, v2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(B_local[v0, v1, v2])
                T.writes(B[v0, v1, v2])
                B[v0, v1, v2] = B_local[v0, v1, v2]
        for i_j_fused in range(4800):
            with T.sblock("c"):
                vi = T.axis.spatial(16, i_j_fused // 300)
                vj = T.axis.spatial(300, i_j_fused % 300)
                T.reads(C[vi, vj])
                T.writes(D_local[vi, vj])
                D_local[vi, vj] = C[vi, vj] + T.float32(1.0)
        for ax0, ax1 in T.grid(16, 300):
            with T.sblock("D_local"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(D_local[v0, v1])
                T.writes(D[v0, v1])
                D[v0, v1] = D_local[v0, v1]
