# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        s = T.alloc_buffer((8,), scope="shared")
        for i in T.thread_binding(8, thread="threadIdx.x"):
            s[i] = A[i]
            T.tvm_storage_sync("shared")
            B[i] = s[7 - i]
            s[0] = B[i]
