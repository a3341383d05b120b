# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "int32"), x: T.int32):
        for i in range(0, 4, -1):
            if x > 1000000:
                A[i] = 1
