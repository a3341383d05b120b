# RUN: ApplySchedule{"trace": "rfactor(c, 2, 0)"}
# Shows a mutant of passes/schedule/factor_primitives.cc (negation): dtype.IsUInt()
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n", 1), "int32"), B: T.Buffer((1, n), "int32"), C: T.Buffer((n, n), "int32")):
        n = T.int32()
        # with T.sblock("root"):
        for i, j, k in T.grid(n, n, 1):
            with T.sblock("c"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = 0
                C[vi, vj] = T.min(C[vi, vj], 0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n", 1), "int32"), B: T.Buffer((1, n), "int32"), C: T.Buffer((n, n), "int32")):
        n = T.int32()
        # with T.sblock("root"):
        C_rf = T.sblock_alloc_buffer((1, n, n), "int32")
        for i, j, k in T.grid(n, n, 1):
            with T.sblock("c_rf"):
                vk, vi, vj = T.axis.remap("SSS", [k, i, j])
                T.reads()
                T.writes(C_rf[vk, vi, vj])
                with T.init():
                    C_rf[vk, vi, vj] = 2147483647
                C_rf[vk, vi, vj] = T.min(C_rf[vk, vi, vj], 0)
        for i, j, k in T.grid(n, n, 1):
            with T.sblock("c"):
                vk, vi, vj = T.axis.remap("RSS", [k, i, j])
                T.reads(C_rf[vk, vi, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = 0
                C[vi, vj] = T.min(C[vi, vj], C_rf[vk, vi, vj])
