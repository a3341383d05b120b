# RUN: SplitHostDevice
# Schedules are lowered first.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.sblock("b"):
                v = T.axis.spatial(8, t)
                T.reads()
                T.writes(A[v])
                A[v] = 1
# ---
# error: a kernel has blocks; run LowerOpaqueBlock first
