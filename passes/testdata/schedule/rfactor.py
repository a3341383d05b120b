# RUN: ApplySchedule{"trace": "split(c, 2, [None, 5])\nrfactor(c, 2, 0)"}
# Each iteration of the outer reduction has a sum of its own.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "int32"), B: T.Buffer((30, 8), "int32"), C: T.Buffer((16, 8), "int32")):
        for i, j, k in T.grid(16, 8, 30):
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
    def main(A: T.Buffer((16, 30), "int32"), B: T.Buffer((30, 8), "int32"), C: T.Buffer((16, 8), "int32")):
        # with T.sblock("root"):
        C_rf = T.sblock_alloc_buffer((6, 16, 8), "int32")
        for i, j, k_0, k_1 in T.grid(16, 8, 6, 5):
            with T.sblock("c_rf"):
                vk_0, vi, vj, vk_1 = T.axis.remap("SSSR", [k_0, i, j, k_1])
                T.reads(A[vi, vk_0 * 5 + vk_1], B[vk_0 * 5 + vk_1, vj])
                T.writes(C_rf[vk_0, vi, vj])
                with T.init():
                    C_rf[vk_0, vi, vj] = 0
                C_rf[vk_0, vi, vj] = C_rf[vk_0, vi, vj] + A[vi, vk_0 * 5 + vk_1] * B[vk_0 * 5 + vk_1, vj]
        for i, j, k_0 in T.grid(16, 8, 6):
            with T.sblock("c"):
                vk_0, vi, vj = T.axis.remap("RSS", [k_0, i, j])
                T.reads(C_rf[vk_0, vi, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = 0
                C[vi, vj] = C[vi, vj] + C_rf[vk_0, vi, vj]
