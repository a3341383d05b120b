# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((1, "s0", 1, "s1"), "float32"), a1: T.Buffer((1, s0, 1, s1), "float32"), out0: T.Buffer((1, s0, 1, s1), "int64")):
        s0, s1 = T.int32(), T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((1, s0, 1, s1))
        t1 = T.sblock_alloc_buffer((1, s0, 1, s1), "int16")
        with T.sblock("t0"):
            v0 = T.axis.spatial(1, 0)
            v1 = T.axis.spatial(s0, 0)
            v2 = T.axis.spatial(1, 0)
            v3 = T.axis.spatial(s1, 0)
            T.reads()
            T.writes(t0[v0, v1, v2, v3])
            t0[v0, v1, v2, v3] = T.float32(0.0)

    @R.function
    def main() -> R.Tensor((1, 2, 1, 1), dtype="int64"):
        cls = Module
        gv1 = R.call_tir(cls.kernel, (R.const([[[[1.0]]]], "float32"), R.const([[[[1.0]]]], "float32")), out_ty=R.Tensor((1, 2, 1, 1), dtype="int64"))
        return gv1
