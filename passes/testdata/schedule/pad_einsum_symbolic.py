# RUN: ApplySchedule{"trace": "pad_einsum(c, [4, 1, 1])"}
# An unknown extent.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 8), "int32")
        B = T.match_buffer(b, (8, n), "int32")
        C = T.match_buffer(c, (n, n), "int32")
        for i, j, k in T.grid(n, n, 8):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = 0
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n", 8), "int32"), B: T.Buffer((8, n), "int32"), C: T.Buffer((n, n), "int32")):
        n = T.int32()
        # with T.sblock("root"):
        A_pad = T.sblock_alloc_buffer(((n + 3) // 4 * 4, 8), "int32")
        C_pad = T.sblock_alloc_buffer(((n + 3) // 4 * 4, n), "int32")
        for ax0, ax1 in T.grid((n + 3) // 4 * 4, 8):
            with T.sblock("A_pad"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_pad[v0, v1])
                A_pad[v0, v1] = T.if_then_else(v0 < n, A[v0, v1], 0)
        for i, j, k in T.grid((n + 3) // 4 * 4, n, 8):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A_pad[vi, vk], B[vk, vj])
                T.writes(C_pad[vi, vj])
                with T.init():
                    C_pad[vi, vj] = 0
                C_pad[vi, vj] = C_pad[vi, vj] + A_pad[vi, vk] * B[vk, vj]
        for ax0, ax1 in T.grid(n, n):
            with T.sblock("C_pad"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_pad[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_pad[v0, v1]
