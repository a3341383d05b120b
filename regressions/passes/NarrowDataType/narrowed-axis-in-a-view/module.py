# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((64,), "float32")):
        for i in range(T.int64(4)):
            with T.sblock("b"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads()
                T.writes(B[0:64])
                M = T.match_buffer(B[vi * T.int64(2):vi * T.int64(2) + vi + T.int64(1)], (vi + T.int64(1),), "float32", offset_factor=1)
                M[0] = T.float32(1)
