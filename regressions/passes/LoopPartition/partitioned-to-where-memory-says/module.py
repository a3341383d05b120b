# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(N: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
        N[0] = 9
        for i in range(N[0]):
            if T.likely(i < 3):
                N[0] = N[0] + 2
            B[i + 10] = i + B[i + 10]
