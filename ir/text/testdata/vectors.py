# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32x4"), C: T.Buffer((4,), "float32")):
        A[0:16] = A[0:16] + T.Broadcast(T.float32(1.0), 16)
        A[0:16:2] = T.Broadcast(T.float32(0.0), 8)
        B[0] = B[1]
        A[0:4] = T.Shuffle([A[0:4]], [3, 2, 1, 0])
        for i in range(4):
            A[i * 4:i * 4 + 4] = C[0:4]
