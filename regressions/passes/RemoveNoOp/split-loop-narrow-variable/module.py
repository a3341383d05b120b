# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), F: T.Buffer((16,), "float32"), x: T.int32, C: T.Buffer((4, 4), "int32"), B: T.Buffer((4,), "bool")):
        for i in range(T.int8(127)):
            A[0] = A[0] + 1
