# RUN: ApplySchedule{"trace": "add_unit_loop(c, 1)\nsplit(c, 1, [None, 4])\nfuse(c, 2)"}
# The condition alone counts a loop.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 30), "int32"), C: T.Buffer((16,), "int32")):
        for i, k in T.grid(16, 30):
            with T.sblock("c"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.int32(0)
                C[vi] = C[vi] + A[vi, vk]
# ---
# error: [schedule.fuse.r6] line 3 of the schedule: fuse expects that a loop of a reduction with an init has iterations, where it is fused with another one, which a variable counts if the predicate does, but a loop of a reduction may have no iterations
