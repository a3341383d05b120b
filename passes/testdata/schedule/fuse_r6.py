# RUN: ApplySchedule{"trace": "fuse(b, 0)"}
# A sum over nothing, where n is 0: fused with the loop of the results it would leave them unwritten.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, B: T.Buffer((4,), "float32")):
        n = T.int32()
        A = T.match_buffer(a, (4, n))
        for i, j in T.grid(4, n):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SR", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + A[vi, vj]
# ---
# error: [schedule.fuse.r6] line 1 of the schedule: fuse expects that a loop of a reduction with an init has iterations, where it is fused with another one, which a variable counts if the predicate does, but a loop of a reduction may have no iterations
