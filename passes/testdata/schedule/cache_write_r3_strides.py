# RUN: ApplySchedule{"trace": "cache_write(b, \"local\")"}
# Rows with room between them.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 6), "float32"), B: T.Buffer((4, 6), "float32", strides=(8, 1))):
        for i, j in T.grid(4, 6):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] + T.float32(1)
# ---
# error: [schedule.cache_write.r3] line 1 of the schedule: cache_write expects that the buffer is written by this block alone, viewed by none, and read by no other one in the same loops, but buffer B is written elsewhere, or read in the same loops
