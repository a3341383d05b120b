# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def k(x: T.Buffer((3,), "int32"), z: T.Buffer((3,), "int32"), y: T.Buffer((3, 3), "int32")):
        # with T.sblock("root"):
        c = T.sblock_alloc_buffer((3,), "int32")
        for j in range(2):
            with T.sblock("first"):
                T.where(0 < j)
                T.reads(x[0])
                T.writes(c[j])
                c[(j + j) % 3] = 0
        with T.sblock("second"):
            T.where(T.bool(False))
            T.reads(c[0])
            T.writes(y[0, 0])
            y[0, 0] = c[1]
