# RUN: ApplySchedule{"trace": "transform_layout(add, 0, [4, None], [0, 2, 1])"}
# The buffer is a parameter.
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
# ---
# error: [schedule.transform_layout.r1] line 1 of the schedule: transform_layout expects that the block writes a buffer of that number that is allocated around it, but block add writes no such buffer
