# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("b"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads()
                T.writes(B[0])
                M = T.match_buffer(B[vi:vi + vi], (vi,), offset_factor=1)
                M[0] = T.float32(1.0)
