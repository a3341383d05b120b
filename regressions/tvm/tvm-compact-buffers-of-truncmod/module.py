# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((3,), "int32"), y: T.Buffer((3,), "int32")):
        # with T.sblock("root"):
        c = T.sblock_alloc_buffer((9,), "int32")
        for i in range(3):
            with T.sblock("first"):
                v = T.axis.spatial(3, i)
                T.reads(x[v])
                T.writes(c[1 - v + 4])
                c[T.truncmod(1 - v, 5) + 4] = 0
        with T.sblock("second"):
            v = T.axis.spatial(3, 0)
            T.reads(c[4])
            T.writes(y[v])
            y[v] = c[4]
