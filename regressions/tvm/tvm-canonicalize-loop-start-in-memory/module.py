# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(B: T.Buffer((10,), "int32")):
        B[0] = 0
        for i in range(B[0], B[0] + 8):
            B[i] = 1
