# RUN: ApplySchedule{"trace": "split(sum, 1, [None, 4])\nsplit(add, 0, [4, 4])"}
# A factor that does not divide leaves a predicate; one that does leaves none.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 16), "float32")):
        for i, k in T.grid(16, 30):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + A[vi, vk]
        for i, j in T.grid(16, 16):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi] + T.Cast("float32", vj)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.sblock("root"):
        for i, k_0, k_1 in T.grid(16, 8, 4):
            with T.sblock("sum"):
                vi = T.axis.spatial(16, i)
                vk = T.axis.reduce(30, k_0 * 4 + k_1)
                T.where(k_0 * 4 + k_1 < 30)
                T.reads(A[vi, vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0.0)
                B[vi] = B[vi] + A[vi, vk]
        for i_0, i_1, j in T.grid(4, 4, 16):
            with T.sblock("add"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                vj = T.axis.spatial(16, j)
                T.reads(B[vi])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi] + T.Cast("float32", vj)
