# RUN: ConvertSSA
# Loops of threads, which define a variable of the loop and one of its binding.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            B[t] = A[t]
        for t in T.thread_binding(8, thread="threadIdx.x"):
            B[t] = A[7 - t]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            B[t] = A[t]
        for t in T.thread_binding(8, thread="threadIdx.x"):
            B[t] = A[7 - t]
