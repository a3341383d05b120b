# RUN: StmtSimplify
# A loop of one round begins where its simplified range does, and an axis, too.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((8,), "int32")):
        for i in range(T.Cast("int32", T.int64(4294967298)), T.Cast("int32", T.int64(4294967298)) + 1):
            a[i] = i + 1
        for i in range(T.if_then_else(T.bool(True), 3, 4), T.if_then_else(T.bool(True), 3, 4) + 1):
            a[i + 1] = i
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((8,), "int32")):
        for i in range(2, 3):
            a[2] = 3
        for i in range(3, 4):
            a[4] = 3
