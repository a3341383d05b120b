# RUN: ApplySchedule{"trace": "rfactor(c, 2, 0)"}
# A reduction over one element.
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
        C_rf = T.sblock_alloc_buffer((1, 16, 8), "int32")
        for i, j, k in T.grid(16, 8, 1):
            with T.sblock("c_rf"):
                vk, vi, vj = T.axis.remap("SSS", [k, i, j])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C_rf[vk, vi, vj])
                with T.init():
                    C_rf[vk, vi, vj] = 0
                C_rf[vk, vi, vj] = C_rf[vk, vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j, k in T.grid(16, 8, 1):
            with T.sblock("c"):
                vk, vi, vj = T.axis.remap("RSS", [k, i, j])
                T.reads(C_rf[vk, vi, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = 0
                C[vi, vj] = C[vi, vj] + C_rf[vk, vi, vj]
