# RUN: UnifyThreadBinding
# Shows a mutant of passes/analysis/thread_loops.cc (condition): !IsPure(As<Evaluate>(effect.s)->value)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 1, 1), "float32"), B: T.Buffer((1, 1, 1), "float32"), n: T.int32):
        for b in T.thread_binding(1, thread="blockIdx.x"):
            for i in range(1):
                for t in T.thread_binding(n, thread="threadIdx.x"):
                    T.evaluate(0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 1, 1), "float32"), B: T.Buffer((1, 1, 1), "float32"), n: T.int32):
        for b in T.thread_binding(1, thread="blockIdx.x"):
            for t in T.thread_binding(n, thread="threadIdx.x"):
                for i in range(1):
                    T.evaluate(0)
