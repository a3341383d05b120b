# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((1, "s0", "s1"), "uint32"), a1: T.Buffer((1, "s2"), "uint32"), out0: T.Buffer((1, s0, s1, 1), "float32"), out1: T.Buffer((1, s2), "float32")):
        s0, s1 = T.int32(), T.int32()
        s2 = T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((1,))
        with T.sblock("t0"):
            v0 = T.axis.spatial(1, 0)
            v1 = T.axis.reduce(1, 0)
            v2 = T.axis.reduce(s2, 0)
            T.reads(a1[v1, v2], a0[0, 0:s0, 0:s1])
            T.writes(t0[v0])
            with T.init():
                t0[v0] = T.float32(1.0)
            t0[v0] = T.Cast("float32", a0[v1, 0, v0 % s1])

    @R.function
    def main(x5: R.Tensor((1, 1, 1), dtype="uint32"), x6: R.Tensor((1, 1), dtype="uint32")) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")):
        cls = Module
        lv7 = R.call_tir(cls.kernel, (x5, x6), out_ty=[R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")])
        return lv7
