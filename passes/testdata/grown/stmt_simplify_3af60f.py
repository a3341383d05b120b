# RUN: StmtSimplify
# Shows a mutant of passes/analysis/kernel_facts.cc (comparison): DTypeOf(expr) != DType::Bool()
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "int32"), B: T.Buffer((1,), "int32"), k: T.int32):
        n = T.int32()
        for i in range(n):
            if i < n:
                if i < n:
                    B[0] = 0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer(("n",), "int32"), B: T.Buffer((1,), "int32"), k: T.int32):
        n = T.int32()
        for i in range(n):
            if i < n:
                B[0] = 0
