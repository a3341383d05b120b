# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def k(x: T.Buffer((2,), "int32"), z: T.Buffer((2,), "int32"), y: T.Buffer((2, 2), "int32")):
        # with T.sblock("root"):
        c = T.sblock_alloc_buffer((2, 2), "int32")
        for i in range(2, 7):
            with T.sblock("second"):
                T.reads(c[0:2, 0:2])
                T.writes(y[i, 0])
                y[i, 0] = (9 - i) % 2
