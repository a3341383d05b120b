# RUN: ApplySchedule{"trace": "reverse_compute_at(last, twice, 0)"}
# What stands in between reads what the block stores.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        D = T.sblock_alloc_buffer((16,), "float32")
        for i in range(16):
            with T.sblock("twice"):
                vi = T.axis.spatial(16, i)
                D[vi] = A[vi] * T.float32(2)
        for i in range(16):
            with T.sblock("reads"):
                vi = T.axis.spatial(16, i)
                B[vi] = C[vi]
        for i in range(16):
            with T.sblock("last"):
                vi = T.axis.spatial(16, i)
                C[vi] = D[vi] + T.float32(1)
# ---
# error: [schedule.reverse_compute_at.r6] line 1 of the schedule: reverse_compute_at expects that nothing between them touches what the block stores, or writes what it reads, but what the block reads or stores is used in between
