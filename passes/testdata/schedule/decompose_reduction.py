# RUN: ApplySchedule{"trace": "split(sum, 0, [4, 4])\ndecompose_reduction(sum, 1)"}
# In front of the inner loops.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 16), "float32")):
        D = T.sblock_alloc_buffer((16, 30), "float32")
        for i, j in T.grid(16, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, k in T.grid(16, 30):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(D[vi, vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + D[vi, vk]
        for i, j in T.grid(16, 16):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi], A[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi] + A[vi, vj]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((16, 30))
        for i, j in T.grid(16, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2.0)
        for i_0 in range(4):
            for i_1 in range(4):
                with T.sblock("sum_init"):
                    vi = T.axis.spatial(16, i_0 * 4 + i_1)
                    T.reads()
                    T.writes(B[vi])
                    B[vi] = T.float32(0.0)
            for i_1, k in T.grid(4, 30):
                with T.sblock("sum_update"):
                    vi = T.axis.spatial(16, i_0 * 4 + i_1)
                    vk = T.axis.reduce(30, k)
                    T.reads(B[vi], D[vi, vk])
                    T.writes(B[vi])
                    B[vi] = B[vi] + D[vi, vk]
        for i, j in T.grid(16, 16):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi], A[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi] + A[vi, vj]
