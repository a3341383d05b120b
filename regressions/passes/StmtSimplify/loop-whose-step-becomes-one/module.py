# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(B: T.Buffer((1,), "int32"), n: T.int32):
        for i in range(0, 8, T.Add(0, 1)):
            B.vstore([i], 1, predicate=i >= 0)
