# RUN: ApplySchedule{"trace": "split(blur, 1, [None, 7])\ncompute_at(twice, blur, 1)"}
# Tiles of 7 that the extent is no multiple of.
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
        for i, j_0 in T.grid(16, 5):
            for ax0, ax1 in T.grid(1, 8):
                with T.sblock("twice"):
                    vi = T.axis.spatial(16, i + ax0)
                    vj = T.axis.spatial(30, j_0 * 7 + ax1 - 1)
                    T.where(0 <= j_0 * 7 + ax1 - 1 and j_0 * 7 + ax1 - 1 < 30)
                    T.reads(A[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A[vi, vj] * T.float32(2.0)
            for j_1 in range(7):
                with T.sblock("blur"):
                    vi = T.axis.spatial(16, i)
                    vj = T.axis.spatial(30, j_0 * 7 + j_1)
                    T.where(j_0 * 7 + j_1 < 30)
                    T.reads(D[vi, vj - 1:vj - 1 + 2])
                    T.writes(C[vi, vj])
                    C[vi, vj] = D[vi, vj] + T.if_then_else(vj >= 1, D[vi, vj - 1], T.float32(0.0))
