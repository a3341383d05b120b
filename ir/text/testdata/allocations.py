# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((128,), "float32")):
        B = T.alloc_shared((64,))
        C = T.alloc_local((4,), "int32")
        D = T.alloc_shared((4,), "int8")
        x: T.int32 = 0
        for i in range(64):
            B[i] = A[i]
            x = x + 1
            C[0] = x
