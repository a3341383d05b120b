# RUN: ApplySchedule{"trace": "cache_read(add, 2, \"shared\")"}
# No such read.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 16), "float32")):
        D = T.sblock_alloc_buffer((16, 30), "float32")
        for i, j in T.grid(16, 30):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, k in T.grid(16, 30):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(D[vi, vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + D[vi, vk]
        for i, j in T.grid(16, 16):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi], A[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi] + A[vi, vj]
# ---
# error: [schedule.cache_read.r1] line 1 of the schedule: cache_read expects that the block reads a buffer of that number, which it does not write, but block add has no such read
