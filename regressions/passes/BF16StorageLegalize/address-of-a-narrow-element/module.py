# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((1,), "bfloat16")):
        A = T.alloc_buffer((1,), "bfloat16")
        p: T.let[T.handle("bfloat16", "global")] = T.address_of(A[1])
