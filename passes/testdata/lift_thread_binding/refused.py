# RUN: LiftThreadBinding
# One tag, two numbers of threads.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 16), "float32")):
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for t in T.thread_binding(16, thread="threadIdx.x"):
                A[b, t] = T.float32(1)
            for t in T.thread_binding(8, thread="threadIdx.x"):
                A[b, t] = T.float32(2)
# ---
# error: loops that are bound to threadIdx.x have different ranges
