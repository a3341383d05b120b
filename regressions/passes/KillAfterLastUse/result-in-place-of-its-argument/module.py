# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(5),), "bfloat16"), out0: T.Buffer((T.int64(5), T.int64(4)), "bfloat16")):
        # with T.sblock("root"):
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("out0"):
                v0 = T.axis.spatial(T.int64(5), i0 + i1)
                v1 = T.axis.spatial(T.int64(4), i2)
                T.reads(a0[v1])
                T.writes(out0[v0, v1])
                out0[v0, v1] = T.bfloat16(0.0)

    @T.prim_func(private=True, s_tir=True)
    def kernel_2(a0: T.Buffer((T.int64(5), T.int64(4)), "bfloat16")):
        # with T.sblock("root"):
        with T.sblock("a0"):
            v0 = T.axis.spatial(T.int64(5), T.int64(0))
            v1 = T.axis.spatial(T.int64(4), T.int64(0))
            T.where(T.bool(False))
            T.reads(a0[v0, v1])
            T.writes(a0[v0, v1])
            a0[v0, v1] = T.bfloat16(0.0)

    @R.function(pure=False)
    def main(x10: R.Tensor((5,), dtype="bfloat16")) -> R.Tensor((5, 4), dtype="bfloat16"):
        cls = Module
        gv12 = R.call_tir(cls.kernel_1, (x10,), out_ty=R.Tensor((5, 4), dtype="bfloat16"))
        gv13: R.Tensor((5, 4), dtype="bfloat16") = R.call_tir_inplace(cls.kernel_2, (gv12,), out_ty=R.Tensor((5, 4), dtype="bfloat16"), inplace_indices=[0])
        return gv13