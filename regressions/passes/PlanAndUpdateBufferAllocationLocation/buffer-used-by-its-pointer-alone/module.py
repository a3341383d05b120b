# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def put(p: T.handle("float32"), v: T.float32):
        P = T.decl_buffer((16,), "float32", data=p)
        for i in range(16):
            P[i] = v + T.float32(i)

    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16,), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes(B[0:16])
            A = T.sblock_alloc_buffer((16,), "float32")
            Module.put(A.data, T.float32(1))
            V = T.decl_buffer((16,), "float32", data=A.data)
            for i in range(16):
                B[i] = V[i]
