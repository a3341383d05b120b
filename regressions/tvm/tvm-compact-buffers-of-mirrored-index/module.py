# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((2,), "int32"), y: T.Buffer((2,), "int32")):
        # with T.sblock("root"):
        c = T.sblock_alloc_buffer((16,), "int32")
        for i in range(2):
            with T.sblock("first"):
                v = T.axis.spatial(2, i)
                T.reads(x[v])
                T.writes(c[9 - v])
                c[(9 - v) % 16] = v
        with T.sblock("second"):
            v = T.axis.spatial(2, 0)
            T.reads(c[9])
            T.writes(y[v])
            y[v] = c[9]
