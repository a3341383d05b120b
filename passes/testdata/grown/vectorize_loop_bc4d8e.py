# RUN: VectorizeLoop
# Shows a mutant of passes/tir/vectorize_loop.cc (negation): IsNoOp(s)
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def unused(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((1,), "int32"), n: T.int32):
        for i in T.vectorized(2, 4):
            T.evaluate(0)

    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((1,), "int32"), n: T.int32):
        B[0] = T.float32(0.0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def unused(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((1,), "int32"), n: T.int32):
        T.evaluate(0)

    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((1,), "int32"), n: T.int32):
        B[0] = T.float32(0.0)
