# RUN: ApplySchedule{"trace": "pad_einsum(c, [1, None, 4])"}
# An axis of one element, and axes that stay.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 1), "int32"), B: T.Buffer((1, 8), "int32"), C: T.Buffer((16, 8), "int32")):
        for i, j, k in T.grid(16, 8, 1):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.int32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 1), "int32"), B: T.Buffer((1, 8), "int32"), C: T.Buffer((16, 8), "int32")):
        # with T.sblock("root"):
        A_pad = T.sblock_alloc_buffer((16, 4), "int32")
        B_pad = T.sblock_alloc_buffer((4, 8), "int32")
        for ax0, ax1 in T.grid(16, 4):
            with T.sblock("A_pad"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_pad[v0, v1])
                A_pad[v0, v1] = T.if_then_else(v1 < 1, A[v0, v1], 0)
        for ax0, ax1 in T.grid(4, 8):
            with T.sblock("B_pad"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v0, v1])
                T.writes(B_pad[v0, v1])
                B_pad[v0, v1] = T.if_then_else(v0 < 1, B[v0, v1], 0)
        for i, j, k in T.grid(16, 8, 4):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A_pad[vi, vk], B_pad[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = 0
                C[vi, vj] = C[vi, vj] + A_pad[vi, vk] * B_pad[vk, vj]
