# RUN: ApplySchedule{"trace": "split(c, 2, [None, 7])\ndecompose_reduction(c, 2)"}
# The start has no condition of the reduction.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "int32"), B: T.Buffer((30, 8), "int32"), C: T.Buffer((16, 8), "int32")):
        D = T.sblock_alloc_buffer((16, 8), "int32")
        for i, j, k in T.grid(16, 8, 30):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    D[vi, vj] = T.int32(0)
                D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(16, 8):
            with T.sblock("copy"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "int32"), B: T.Buffer((30, 8), "int32"), C: T.Buffer((16, 8), "int32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((16, 8), "int32")
        for i, j in T.grid(16, 8):
            with T.sblock("c_init"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(D[vi, vj])
                D[vi, vj] = 0
            for k_0, k_1 in T.grid(5, 7):
                with T.sblock("c_update"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    vk = T.axis.reduce(30, k_0 * 7 + k_1)
                    T.where(k_0 * 7 + k_1 < 30)
                    T.reads(D[vi, vj], A[vi, vk], B[vk, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(16, 8):
            with T.sblock("copy"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(D[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = D[vi, vj]
