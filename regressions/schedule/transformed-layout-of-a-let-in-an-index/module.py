# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel_1(a0: T.Buffer((3,), "float32"), a1: T.Buffer((3,), "float32"), a2: T.Buffer((3, "n", 3), "int8"), out0: T.Buffer((3, n, 3), "int16")):
        n = T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((3, n, 3))
        t1 = T.sblock_alloc_buffer((3, n, 3))
        with T.sblock("free19"):
            T.reads(a0[0:3], a1[0:3], a2[0:3, 0:n, 0:3], t0[0:3, 0:n, 0:3])
            T.writes(t0[0:3, 0:n, 0:3])
            t30 = T.int32()
            t0[0, 0, T.if_then_else(T.Let(0, where={t30: 0}) > 0, 0, 0)] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((3, 1, 1, 3), dtype="float64")) -> R.Tensor((3, 1, 1, 3), dtype="float64"):
        return x0
