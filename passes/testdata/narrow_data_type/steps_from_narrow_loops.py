# RUN: NarrowDataType
# Loops with a step keep their variable, and what is known of it: where they begin is narrow by then.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((T.int64(8), T.int64(8)), "int64")):
        for i in range(T.int64(4)):
            for j in range(i, i + T.int64(1), T.int64(3)):
                a[T.Cast("int64", T.Cast("int32", i + j)), T.Select(j + i != j, T.int64(1), T.int64(2))] = T.int64(0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((T.int64(8), T.int64(8)), "int64")):
        for i in range(4):
            for j in range(T.Cast("int64", i), T.Cast("int64", i) + T.int64(1), T.int64(3)):
                a[T.Cast("int32", T.Cast("int64", i) + j), T.Select(j + T.Cast("int64", i) != j, 1, 2)] = T.int64(0)
