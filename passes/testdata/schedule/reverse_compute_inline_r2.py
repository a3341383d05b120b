# RUN: ApplySchedule{"trace": "reverse_compute_inline(twice)"}
# Nothing of its scope is read.
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
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(16, 30):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(D[vi, vj], A[vi, 0])
                T.writes(C[vi, vj])
                C[vi, vj] = D[vi, vj] + A[vi, 0]
# ---
# error: [schedule.reverse_compute_inline.r2] line 1 of the schedule: reverse_compute_inline expects that it reads one buffer that is allocated around it, all of it, at its variables in their order, but block twice reads no buffer of its scope, or several
