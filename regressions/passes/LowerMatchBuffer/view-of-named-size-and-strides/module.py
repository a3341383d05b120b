# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16, 16), "int32")):
        for i in range(4):
            with T.sblock("b"):
                vi = T.axis.spatial(4, i)
                T.reads()
                T.writes(B[0:16, 0:16])
                n = T.int32()
                s = T.int32()
                t = T.int32()
                M = T.match_buffer(B[vi:vi + 3, 0:4], (n, 4), "int32", strides=(s, t), offset_factor=1)
                for j in range(n):
                    M[j, vi] = j + n
