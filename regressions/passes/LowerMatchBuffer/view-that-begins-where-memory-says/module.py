# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(N: T.Buffer((2,), "int32"), B: T.Buffer((16, 16), "int32")):
        for i in range(4):
            with T.sblock("b"):
                vi = T.axis.spatial(4, i)
                T.reads(N[0:2])
                T.writes(N[0:2], B[0:16, 0:16])
                M = T.match_buffer(B[N[0]:N[0] + 2, 0:4], (2, 4), "int32", offset_factor=1)
                N[0] = 2
                M[0, vi] = 5
                M[1, vi] = 6
