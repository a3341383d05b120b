# RUN: ApplySchedule{"trace": "merge(twice, 1, blur, 1)"}
# Loops of one iteration.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 1), "float32"), C: T.Buffer((1, 1), "float32")):
        D = T.sblock_alloc_buffer((1, 1), "float32")
        for i, j in T.grid(1, 1):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(1, 1):
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
    def main(A: T.Buffer((1, 1), "float32"), C: T.Buffer((1, 1), "float32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((1, 1))
        for i, j in T.grid(1, 1):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2.0)
            with T.sblock("blur"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(D[vi, vj - 1:vj - 1 + 2])
                T.writes(C[vi, vj])
                C[vi, vj] = D[vi, vj] + T.if_then_else(vj >= 1, D[vi, vj - 1], T.float32(0.0))
