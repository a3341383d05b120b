# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(N: T.Buffer((1,), "int32"), B: T.Buffer((64,), "int32")):
        N[0] = 3
        for i in T.unroll(N[0], N[0] + 4):
            N[0] = N[0] + 1
            B[i] = i
