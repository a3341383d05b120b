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
        A = T.alloc_buffer((16,), "float32")
        C = T.alloc_buffer((16,), "float32")
        p: T.let[T.handle("float32")] = T.address_of(A[0])
        for i in range(16):
            C[i] = T.float32(7)
        for i in range(16):
            B[i] = C[i]
        Module.put(p, T.float32(1))
        D = T.alloc_buffer((16,), "float32")
        for i in range(16):
            D[i] = T.float32(2)
        Module.put(p, T.float32(1))
        for i in range(16):
            B[i] = B[i] + D[i]
