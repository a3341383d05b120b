# RUN: LiftThreadBinding
# Shows a mutant of passes/analysis/thread_loops.cc (left-out call): effects.push_back({s, path_});
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 1, 1), "float32"), B: T.Buffer((1, 1, 1), "float32"), n: T.int32):
        for b in T.thread_binding(1, thread="blockIdx.x"):
            T.evaluate(0)
            for t in T.thread_binding(1, thread="threadIdx.x"):
                A[b, 0, t] = T.float32(1.0)
            for t in T.thread_binding(1, thread="threadIdx.x"):
                B[b, 0, t] = T.float32(0.0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 1, 1), "float32"), B: T.Buffer((1, 1, 1), "float32"), n: T.int32):
        for b in T.thread_binding(1, thread="blockIdx.x"):
            T.evaluate(0)
            for t in T.thread_binding(1, thread="threadIdx.x"):
                A[b, 0, t] = T.float32(1.0)
            for t in T.thread_binding(1, thread="threadIdx.x"):
                B[b, 0, t] = T.float32(0.0)
# note: launch of blockIdx.x now: a statement beside its threads would run in each of them
