# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((2, 2), "int32")):
        # with T.sblock("root"):
        for i in T.unroll(2):
            with T.sblock("b"):
                vi = T.axis.spatial(2, i)
                T.reads()
                T.writes(B[0:2, 0:2])
                T.sblock_attr({"assay.note": 1})
                n = T.int32()
                M = T.match_buffer(B[vi:vi + 3, 0:2], (n, 2), "int32", strides=("s", "t"), offset_factor=1)
                M[0, vi] = 0
