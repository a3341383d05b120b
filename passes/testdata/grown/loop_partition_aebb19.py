# RUN: LoopPartition{"partition_const_loop": true}
# Shows a mutant of passes/tir/loop_partition.cc (comparison): AsExpr(node) == nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def unused(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "int32")):
        for i in range(4):
            if T.bool(False):
                for j in range(10):
                    if T.likely(i * 10 + j < 36):
                        A[0] = T.float32(1.0)

    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "int32")):
        A[0] = T.float32(1.0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def unused(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "int32")):
        for i in range(3):
            if T.bool(False):
                for j in range(10):
                    if T.bool(True):
                        A[0] = T.float32(1.0)
        if T.bool(False):
            for j in range(6):
                if T.bool(True):
                    A[0] = T.float32(1.0)
            for j in range(4):
                if T.bool(False):
                    A[0] = T.float32(1.0)

    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "int32")):
        A[0] = T.float32(1.0)
