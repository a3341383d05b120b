# RUN: ApplySchedule{"trace": "merge(twice, 0, add, 0)"}
# Iterations of one row each.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), C: T.Buffer((16, 30), "float32")):
        D = T.sblock_alloc_buffer((16, 30), "float32")
        for i, j in T.grid(16, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(16, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj] + A[vi, 0]
        for i in range(16):
            with T.sblock("last"):
                vi = T.axis.spatial(16, i)
                C[vi, 0] = A[vi, 1]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), C: T.Buffer((16, 30), "float32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((16, 30))
        for i in range(16):
            for j in range(30):
                with T.sblock("twice"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(A[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A[vi, vj] * T.float32(2.0)
            for j in range(30):
                with T.sblock("add"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(D[vi, vj], A[vi, 0])
                    T.writes(C[vi, vj])
                    C[vi, vj] = D[vi, vj] + A[vi, 0]
        for i in range(16):
            with T.sblock("last"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi, 1])
                T.writes(C[vi, 0])
                C[vi, 0] = A[vi, 1]
