# RUN: ApplySchedule{"trace": "rfactor(c, 2, 1)"}
# A maximum of floats is the same in any order.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((30, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        for i, j, k in T.grid(16, 8, 30):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = T.max(C[vi, vj], A[vi, vk] * B[vk, vj])
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((30, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        # with T.sblock("root"):
        C_rf = T.sblock_alloc_buffer((16, 30, 8))
        for i, j, k in T.grid(16, 8, 30):
            with T.sblock("c_rf"):
                vk, vi, vj = T.axis.remap("SSS", [k, i, j])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C_rf[vi, vk, vj])
                with T.init():
                    C_rf[vi, vk, vj] = T.float32("-inf")
                C_rf[vi, vk, vj] = T.max(C_rf[vi, vk, vj], A[vi, vk] * B[vk, vj])
        for i, j, k in T.grid(16, 8, 30):
            with T.sblock("c"):
                vk, vi, vj = T.axis.remap("RSS", [k, i, j])
                T.reads(C_rf[vi, vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = T.max(C[vi, vj], C_rf[vi, vk, vj])
