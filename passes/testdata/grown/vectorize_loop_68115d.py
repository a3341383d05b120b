# RUN: VectorizeLoop
# Shows a mutant of passes/tir/vectorize_loop.cc (comparison): body == nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32"), M: T.Buffer((2, 2), "float32"), n: T.int32):
        for i in T.vectorized(2):
            for once in range(1):
                B[i] = T.float32(0.0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32"), M: T.Buffer((2, 2), "float32"), n: T.int32):
        for once in range(1):
            B[0:2] = T.Broadcast(T.float32(0.0), 2)
