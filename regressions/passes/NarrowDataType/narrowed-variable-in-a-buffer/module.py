# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((64,), "float32")):
        for i in range(T.int64(4)):
            A = T.alloc_buffer((i + T.int64(1),), "float32")
            A[i] = T.float32(2)
            B[i] = A[i]
        for i in range(T.int64(4)):
            V = T.decl_buffer((T.int64(4),), "float32", data=B.data, elem_offset=i * T.int64(4))
            V[1] = T.float32(3)
