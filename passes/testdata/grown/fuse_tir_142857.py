# RUN: FuseTIR
# Shows a mutant of passes/fuse/fused_kernel.cc (comparison): like->elem_offset == nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((1, 1), "int16"), a1: T.Buffer((1, 1, 1), "int16"), a2: T.Buffer((1,), "int32"), out0: T.Buffer((1, 1, 1, 1), "int16")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(1, 0)
            v1 = T.axis.spatial(1, 0)
            v2 = T.axis.spatial(1, 0)
            v3 = T.axis.spatial(1, 0)
            T.reads(a2[0], a1[v1, v2, 0], a0[0, 0])
            T.writes(out0[v0, v1, v2, v3])
            out0[v0, v1, v2, v3] = T.int16(0)

    @R.function(private=True)
    def fused_add_kernel(x4: R.Tensor((1,), dtype="int32"), lv1: R.Tensor((1, 1), dtype="int16"), x8: R.Tensor((1, 1, 1), dtype="int16")) -> R.Tensor((1, 1, 1, 1), dtype="int16"):
        R.func_attr({"Primitive": True})
        cls = Module
        lv12 = R.call_tir(cls.kernel, (lv1, x8, x4), out_ty=R.Tensor((1, 1, 1, 1), dtype="int16"))
        return lv12

    @R.function
    def main(x2: R.Tensor((1, 1), dtype="int16"), x4: R.Tensor((1,), dtype="int32"), x8: R.Tensor((1, 1, 1), dtype="int16")) -> R.Tensor((1, 1, 1, 1), dtype="int16"):
        cls = Module
        lv12: R.Tensor((1, 1, 1, 1), dtype="int16") = cls.fused_add_kernel(x4, x2, x8)
        return lv12
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_add_kernel(x4: T.Buffer((T.int64(1),), "int32"), lv1: T.Buffer((T.int64(1), T.int64(1)), "int16"), x8: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "int16"), out0_intermediate: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int16", elem_offset=0)):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(1, 0)
            v1 = T.axis.spatial(1, 0)
            v2 = T.axis.spatial(1, 0)
            v3 = T.axis.spatial(1, 0)
            T.reads(x4[0], x8[v1, v2, 0], lv1[0, 0])
            T.writes(out0_intermediate[v0, v1, v2, v3])
            out0_intermediate[v0, v1, v2, v3] = T.int16(0)

    @R.function
    def main(x2: R.Tensor((1, 1), dtype="int16"), x4: R.Tensor((1,), dtype="int32"), x8: R.Tensor((1, 1, 1), dtype="int16")) -> R.Tensor((1, 1, 1, 1), dtype="int16"):
        cls = Module
        lv12 = R.call_tir(cls.fused_add_kernel, (x4, x2, x8), out_ty=R.Tensor((1, 1, 1, 1), dtype="int16"))
        return lv12
