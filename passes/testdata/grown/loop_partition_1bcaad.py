# RUN: LoopPartition{"partition_const_loop": true}
# Shows a mutant of passes/tir/loop_partition.cc (negation): !single
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "int32")):
        for i_outer, i_inner in T.grid(5, 2):
            A[i_outer * 2 + i_inner] = T.if_then_else(T.likely(i_outer * 2 + i_inner < 7), T.float32(1.0), T.float32(2.0))
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "int32")):
        for i_outer, i_inner in T.grid(3, 2):
            A[i_outer * 2 + i_inner] = T.if_then_else(T.bool(True), T.float32(1.0), T.float32(2.0))
        for i_outer in range(2):
            for i_inner in range(T.max(1 - i_outer * 2, 0)):
                A[(i_outer + 3) * 2 + i_inner] = T.if_then_else(T.bool(True), T.float32(1.0), T.float32(2.0))
            for i_inner in range(2 - T.max(1 - i_outer * 2, 0)):
                A[(i_outer + 3) * 2 + (i_inner + T.max(1 - i_outer * 2, 0))] = T.if_then_else(T.bool(False), T.float32(1.0), T.float32(2.0))
