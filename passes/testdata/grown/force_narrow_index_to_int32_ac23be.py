# RUN: ForceNarrowIndexToInt32
# Shows a mutant of passes/tir/index_narrower.cc (comparison): child == let->var
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "float32"), Z: T.Buffer((T.int64(0),), "float32"), C: T.Buffer((T.int64(1),), "float32")):
        n = T.int64()
        kept = T.float32()
        A[T.int64(0)] = T.Let(kept, where={kept: C[T.int64(0)]})
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "float32"), Z: T.Buffer((0,), "float32"), C: T.Buffer((1,), "float32")):
        n = T.int32()
        kept = T.float32()
        A[0] = T.Let(kept, where={kept: C[0]})
