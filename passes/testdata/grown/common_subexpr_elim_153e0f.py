# RUN: CommonSubexprElim
# Shows a mutant of passes/tir/common_subexpr_elim.cc (condition): !Is<Let>(e)
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "float32"), B: T.Buffer((1,), "float32"), m: T.int32):
        n = T.int32()
        kept = T.float32()
        B[m * 5] = T.Let(kept, where={kept: A[m * 5]})
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "float32"), B: T.Buffer((1,), "float32"), m: T.int32):
        n = T.int32()
        kept = T.float32()
        B[m * 5] = T.Let(kept, where={kept: A[m * 5]})
