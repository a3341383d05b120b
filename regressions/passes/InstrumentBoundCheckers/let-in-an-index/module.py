# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((1, 1), "uint8"), a1: T.Buffer((1, 1), "uint8"), a2: T.Buffer((1, "s0", 1, "s1"), "float32"), out0: T.Buffer((1, 1, 1), "int64")):
        s0, s1 = T.int32(), T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((1, s0, 1, s1))
        with T.sblock("free1"):
            b0 = T.axis.opaque(2, 0)
            T.reads(a0[0, 0], a1[0, 0], a2[0, 0:s0, 0, 0:s1], t0[0, 0:s0, 0, 0:s1])
            T.writes(t0[0, 0:s0, 0, 0:s1])
            t3 = T.int32()
            t0[0, T.Let(0, where={t3: b0}), 0, 0] = T.float32(0.0)

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes