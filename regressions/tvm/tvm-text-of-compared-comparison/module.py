# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((2,), "int32"), y: T.Buffer((2,), "int32")):
        if (x[0] > 1) == T.bool(False):
            y[0] = 0
