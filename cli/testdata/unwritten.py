# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32")):
        with T.sblock("root"):
            B = T.sblock_alloc_buffer((4,), "int32")
            for i in range(4):
                A[i] = B[i]
