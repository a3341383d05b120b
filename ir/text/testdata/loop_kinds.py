# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        for i in T.thread_binding(4, thread="blockIdx.x"):
            for j in T.thread_binding(32, thread="threadIdx.x", annotations={"x": "y"}):
                B[i * 32 + j] = A[i * 32 + j]
        for i in range(0, 128, 2):
            B[i] = A[i]
        for i in range(0, 128, 4):
            B[i] = A[i]
        for i in T.unroll(4, annotations={"f": 1.5, "l": [1, 2], "pragma_unroll_explicit": T.bool(True)}):
            B[i] = A[i]
