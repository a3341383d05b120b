# RUN: StmtSimplify
# Shows a mutant of passes/analysis/kernel_facts.cc (comparison): e == before
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32"), n: T.int32):
        for i_outer, i_inner in T.grid(8, 2):
            if i_outer + i_inner < 8:
                B[i_outer + i_inner] = T.Select(i_outer + i_inner < 8 and n < 4, T.float32(0.0), T.float32(0.0))
            else:
                B[i_outer + i_inner] = T.float32(0.0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32"), n: T.int32):
        for i_outer, i_inner in T.grid(8, 2):
            if i_outer + i_inner < 8:
                B[i_outer + i_inner] = T.Select(n < 4, T.float32(0.0), T.float32(0.0))
            else:
                B[i_outer + i_inner] = T.float32(0.0)
