# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def put(p: T.handle("float32")):
        P = T.decl_buffer((2,), "float32", data=p)
        P[1] = P[0] + T.float32(1)

    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16,), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes(B[0:16])
            A = T.sblock_alloc_buffer((16,), "float32")
            for i in range(8):
                if i == 0:
                    A[i] = T.float32(1)
                Module.put(T.address_of(A[i]))
                B[i] = A[i]
