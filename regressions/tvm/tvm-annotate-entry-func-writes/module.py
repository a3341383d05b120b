# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def main(A: T.Buffer((1,), "float32")):
        A[0] = T.float32(1.0)
