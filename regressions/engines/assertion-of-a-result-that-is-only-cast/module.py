# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((1, 1, "s0", "s1"), "uint32"), a1: T.Buffer((1, 1, s0, s1), "uint32"), out0: T.Buffer((1, 1, s0, s1), "uint32")):
        s0, s1 = T.int32(), T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((s1, s0, 1, 1))
        t1 = T.sblock_alloc_buffer((s1, s0, 1, 1))
        with T.sblock("free10"):
            b9 = T.axis.opaque(1, 0)
            T.reads(a0[0, 0, 0:s0, 0:s1], a1[0, 0, 0:s0, 0:s1], t0[0:s1, 0:s0, 0, 0], t1[0:s1, 0:s0, 0, 0])
            T.writes(t1[0:s1, 0:s0, 0, 0])
            assert T.bool(False), ("RuntimeError", ["a claim does not hold"])

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="uint32"), x2: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x0, x0), out_ty=R.Tensor((1, 1, 1, 1), dtype="uint32"))
        cast: R.Tensor((1, 1, 1, 1), dtype="uint32") = R.match_cast(gv, R.Tensor((1, 1, 1, 1), dtype="uint32"))
        return x2
