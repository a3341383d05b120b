# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 1), "float32"), B: T.Buffer((1, 1), "float32"), C: T.Buffer((1, 1), "float32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((1, 1), scope="local")
        with T.sblock("relu"):
            vi = T.axis.spatial(1, 0)
            vj = T.axis.spatial(1, 0)
            T.reads(D[vi, vj])
            T.writes(C[vi, vj])
            C[vi, vj] = T.float32(0.0)
