# RUN: ApplySchedule{"trace": "transform_layout(twice, 0, [None, 5], [1, 2, 0])"}
# An unknown extent stays whole.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 30), "float32")
        C = T.match_buffer(c, (n, 30), "float32")
        D = T.sblock_alloc_buffer((n, 30), "float32")
        for i, j in T.grid(n, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(n, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj] + A[vi, 0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n", 30), "float32"), C: T.Buffer((n, 30), "float32")):
        n = T.int32()
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((6, 5, n))
        for i, j in T.grid(n, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vj // 5, vj % 5, vi])
                D[vj // 5, vj % 5, vi] = A[vi, vj] * T.float32(2.0)
        for i, j in T.grid(n, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(D[vj // 5, vj % 5, vi], A[vi, 0])
                T.writes(C[vi, vj])
                C[vi, vj] = D[vj // 5, vj % 5, vi] + A[vi, 0]
