from tvm.script import ir as I
from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((8,), "int32"), y: T.Buffer((8,), "int32")):
        for i in range(8):
            x: T.let[T.int32] = i + 0
            w: T.let[T.int32] = T.Cast("int32", i)
            y[i] = a[i] + x + w
