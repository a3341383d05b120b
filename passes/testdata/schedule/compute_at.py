# RUN: ApplySchedule{"trace": "compute_at(twice, blur, 0)"}
# What one iteration of the loop reads: a row, and two neighbours of a column.
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
            with T.sblock("blur"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj] + T.if_then_else(vj >= 1, D[vi, vj - 1], T.float32(0))
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
            for ax0, ax1 in T.grid(1, 30):
                with T.sblock("twice"):
                    vi = T.axis.spatial(16, i + ax0)
                    vj = T.axis.spatial(30, ax1)
                    T.reads(A[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A[vi, vj] * T.float32(2.0)
            for j in range(30):
                with T.sblock("blur"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(D[vi, vj - 1:vj - 1 + 2])
                    T.writes(C[vi, vj])
                    C[vi, vj] = D[vi, vj] + T.if_then_else(vj >= 1, D[vi, vj - 1], T.float32(0.0))
