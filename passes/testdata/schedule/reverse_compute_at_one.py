# RUN: ApplySchedule{"trace": "reverse_compute_at(add, twice, 1)"}
# Axes of one element.
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
    def main(A: T.Buffer((1, 1), "float32"), C: T.Buffer((1, 1), "float32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((1, 1))
        for i, j in T.grid(1, 1):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2.0)
            for ax0, ax1 in T.grid(1, 1):
                with T.sblock("add"):
                    vi, vj = T.axis.remap("SS", [ax0, ax1])
                    T.reads(D[vi, vj], A[vi, 0])
                    T.writes(C[vi, vj])
                    C[vi, vj] = D[vi, vj] + A[vi, 0]
