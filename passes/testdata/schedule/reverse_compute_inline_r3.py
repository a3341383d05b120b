# RUN: ApplySchedule{"trace": "split(twice, 1, [None, 7])\nreverse_compute_inline(add)"}
# The maker has a predicate.
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
# error: [schedule.reverse_compute_inline.r3] line 2 of the schedule: reverse_compute_inline expects that that buffer is read by this block alone, and made by one plain block, without a let, but buffer D is not made by one plain block
