# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def put(p: T.handle("bfloat16"), n: T.int32):
        P = T.decl_buffer((16,), "bfloat16", data=p)
        for i in range(n):
            P[i] = T.bfloat16(3)

    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16,), "bfloat16")):
        A = T.alloc_buffer((16,), "bfloat16")
        Module.put(T.address_of(A[0]), 16)
        p: T.let[T.handle("bfloat16")] = T.address_of(A[1])
        q: T.let[T.handle("bfloat16")] = A.data
        Module.put(p, 3)
        Module.put(q, 3)
        Module.put(B.data, 16)
        for i in range(16):
            B[i] = B[i] + A[i]
