# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        with T.sblock("b"):
            v = T.axis.spatial(1, 0)
            T.reads(A[0])
            T.writes(A[0], B[v])
            M = T.match_buffer(A[0:v], (v,))
            B[v] = T.float32(0.0)
