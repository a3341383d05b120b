# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((200,), "float32")):
        for i in T.vectorized(T.uint8(4)):
            A[i * T.uint8(128)] = A[i * T.uint8(128)] + T.float32(1)
