# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def k(x: T.Buffer((2,), "int32"), y: T.Buffer((1,), "int32")):
        # with T.sblock("root"):
        c = T.sblock_alloc_buffer((2,), "int32")
        for i in range(2):
            with T.sblock("second"):
                T.where(i == 1)
                T.reads(x[0:2])
                T.writes(c[0:2])
                c[i % 2] = i
        with T.sblock("third"):
            T.reads(c[0:2])
            T.writes(y[0])
            y[0] = c[0]
