# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((128,), "float32")):
        B = T.decl_buffer((64,), data=A.data, elem_offset=64)
        C = A.view(16, 8)
        for i in range(64):
            B[i] = C[0, 0]
