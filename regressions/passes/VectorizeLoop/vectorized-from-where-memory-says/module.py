# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(N: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
        N[3] = 3
        for i in T.vectorized(N[3], N[3] + 4):
            N[i] = 8
            B[i] = i
