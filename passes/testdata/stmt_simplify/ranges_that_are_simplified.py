# RUN: StmtSimplify
# A loop of one iteration begins where its simplified range does.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((8,), "int32")):
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
        for i in range(3, 4):
            a[4] = 3
