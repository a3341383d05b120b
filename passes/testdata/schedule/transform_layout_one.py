# RUN: ApplySchedule{"trace": "transform_layout(twice, 0, [1, None], [1, 0])"}
# An axis of one element.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 30), "float32"), C: T.Buffer((1, 30), "float32")):
        D = T.sblock_alloc_buffer((1, 30), "float32")
        for i, j in T.grid(1, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(1, 30):
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
    def main(A: T.Buffer((1, 30), "float32"), C: T.Buffer((1, 30), "float32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((30, 1))
        for i, j in T.grid(1, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vj, vi])
                D[vj, vi] = A[vi, vj] * T.float32(2.0)
        for i, j in T.grid(1, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(D[vj, vi], A[vi, 0])
                T.writes(C[vi, vj])
                C[vi, vj] = D[vj, vi] + A[vi, 0]
