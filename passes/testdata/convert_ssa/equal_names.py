# RUN: ConvertSSA
# Variables of one name are not one variable: loops one behind the other and around each other, lets in values, branches.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((4, 4), "int32"), y: T.Buffer((4, 4), "int32")):
        for i in range(4):
            for j in range(4):
                y[i, j] = T.Let(a + a, where={a: x[i, j]}) + T.Let(a * 2, where={a: x[j, i]})
        for i in range(4):
            if x[i, 0] > 0:
                for j in range(4):
                    y[i, j] = y[i, j] + 1
            else:
                for j in range(3):
                    y[i, j + 1] = y[i, j] - 1
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((4, 4), "int32"), y: T.Buffer((4, 4), "int32")):
        for i, j in T.grid(4, 4):
            a = T.int32()
            a_1 = T.int32()
            y[i, j] = T.Let(a + a, where={a: x[i, j]}) + T.Let(a_1 * 2, where={a_1: x[j, i]})
        for i in range(4):
            if x[i, 0] > 0:
                for j in range(4):
                    y[i, j] = y[i, j] + 1
            else:
                for j in range(3):
                    y[i, j + 1] = y[i, j] - 1
