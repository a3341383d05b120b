# RUN: ApplySchedule{"trace": "pad_einsum(c, [16, 16, 16])"}
# All axes of a product, which no number divides.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((13, 30), "float32"), B: T.Buffer((30, 17), "float32"), C: T.Buffer((13, 17), "float32")):
        for i, j, k in T.grid(13, 17, 30):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((13, 30), "float32"), B: T.Buffer((30, 17), "float32"), C: T.Buffer((13, 17), "float32")):
        # with T.sblock("root"):
        A_pad = T.sblock_alloc_buffer((16, 32))
        B_pad = T.sblock_alloc_buffer((32, 32))
        C_pad = T.sblock_alloc_buffer((16, 32))
        for ax0, ax1 in T.grid(16, 32):
            with T.sblock("A_pad"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_pad[v0, v1])
                A_pad[v0, v1] = T.if_then_else(v0 < 13 and v1 < 30, A[v0, v1], T.float32(0.0))
        for ax0, ax1 in T.grid(32, 32):
            with T.sblock("B_pad"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v0, v1])
                T.writes(B_pad[v0, v1])
                B_pad[v0, v1] = T.if_then_else(v0 < 30 and v1 < 17, B[v0, v1], T.float32(0.0))
        for i, j, k in T.grid(16, 32, 32):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A_pad[vi, vk], B_pad[vk, vj])
                T.writes(C_pad[vi, vj])
                with T.init():
                    C_pad[vi, vj] = T.float32(0.0)
                C_pad[vi, vj] = C_pad[vi, vj] + A_pad[vi, vk] * B_pad[vk, vj]
        for ax0, ax1 in T.grid(13, 17):
            with T.sblock("C_pad"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_pad[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_pad[v0, v1]
