# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def callee(p: T.handle("float32"), n: T.int32):
        P = T.decl_buffer((16,), "float32", data=p)
        for i in range(n):
            P[i] = T.float32(3)

    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16,), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes(B[0:16])
            A = T.sblock_alloc_buffer((16,), "float32")
            Module.callee(T.address_of(A[0]), 16)
            for i in range(4):
                B[i] = A[i]
