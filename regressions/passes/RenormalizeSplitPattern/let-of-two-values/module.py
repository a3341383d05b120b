# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((1,), "bool"), a1: T.Buffer((1,), "float32"), a2: T.Buffer((1, 1), "bool"), out0: T.Buffer((), "float32"), out1: T.Buffer((1,), "bool")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((1, 1))
        t1 = T.sblock_alloc_buffer((1,), "bool")
        t2 = T.sblock_alloc_buffer((1,))
        t0_part = T.sblock_alloc_buffer((1, 1))
        t2_part = T.sblock_alloc_buffer((1,))
        with T.sblock("free44"):
            b42 = T.axis.scan(1, 0)
            b43 = T.axis.scan(1, 0)
            T.reads(a0[0], a1[0], a2[0, 0], t0[0, 0], t1[0], t2[0], out0[()])
            T.writes(out0[()])
            part45 = T.match_buffer(a2[0, 0], (1, 1), "bool", offset_factor=1)
            part46 = T.match_buffer(a1[0], (1,), offset_factor=1)
            for f56 in range(-2, -1):
                t68 = T.int32()
                u69: T.let[T.int32] = T.Cast("int32", T.FloorMod(T.uint8(0), T.uint8(6))) - T.Let(0, where={t68: f56})
                u70: T.let[T.int32] = T.Let(0, where={t68: f56})

    @R.function
    def main(x0: R.Tensor((1,), dtype="bool")) -> R.Tensor((1,), dtype="bool"):
        return x0
