# RUN: LegalizeOps
# Sizes of results that are scalars of the dataflow block alone: the block gives them out, as types may not speak of them otherwise.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def size(n: T.int64) -> T.int64:
        return n + T.int64(2)

    @R.function
    def main() -> R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=2), T.int64):
        cls = Module
        with R.dataflow():
            lv: T.int64 = cls.size(1)
            lv1: T.int64 = cls.size(2)
            lv2: T.int64 = cls.size(3)
            a: R.Tensor((3, 4), dtype="float32") = R.eye(lv, 4, 0, dtype="float32")
            b: R.Tensor(dtype="float32", ndim=1) = R.arange(T.int64(0), lv1 * 2, T.int64(1), dtype="float32")
            c: R.Tensor(dtype="float32", ndim=2) = R.eye(lv, lv1, 0, dtype="float32")
            d: R.Tensor(dtype="float32", ndim=2) = R.negative(c)
            R.output(a, b, d, lv2)
        return (a, b, d, lv2)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def arange(lv1: T.int64, T_arange: T.Buffer((lv1 * T.int64(2),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(lv1 * T.int64(2)):
            with T.sblock("T_arange"):
                v_ax0 = T.axis.spatial(lv1 * T.int64(2), ax0)
                T.reads()
                T.writes(T_arange[v_ax0])
                T_arange[v_ax0] = T.Cast("float32", v_ax0)

    @T.prim_func(private=True, s_tir=True)
    def eye(eye: T.Buffer(("lv", T.int64(4)), "float32")):
        lv = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i, j in T.grid(lv, T.int64(4)):
            with T.sblock("eye"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(eye[v_i, v_j])
                eye[v_i, v_j] = T.if_then_else(v_i == v_j, T.float32(1.0), T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def eye1(eye: T.Buffer(("lv", "lv1"), "float32")):
        lv, lv1 = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i, j in T.grid(lv, lv1):
            with T.sblock("eye"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(eye[v_i, v_j])
                eye[v_i, v_j] = T.if_then_else(v_i == v_j, T.float32(1.0), T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def size(n: T.int64) -> T.int64:
        return n + T.int64(2)

    @T.prim_func(private=True, s_tir=True)
    def tir_negative(c: T.Buffer(("lv", "lv1"), "float32"), compute: T.Buffer((lv, lv1), "float32")):
        lv, lv1 = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(lv, lv1):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(c[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = c[v_i0, v_i1] * T.float32(-1.0)

    @R.function
    def main() -> R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=2), T.int64):
        cls = Module
        with R.dataflow():
            lv: T.int64 = cls.size(1)
            lv1: T.int64 = cls.size(2)
            lv2: T.int64 = cls.size(3)
            a = R.call_tir(cls.eye, R.tuple(), out_ty=R.Tensor((lv, 4), dtype="float32"))
            b = R.call_tir(cls.arange, (lv1,), out_ty=R.Tensor((lv1 * 2,), dtype="float32"))
            c = R.call_tir(cls.eye1, R.tuple(), out_ty=R.Tensor((lv, lv1), dtype="float32"))
            d = R.call_tir(cls.tir_negative, (c,), out_ty=R.Tensor((lv, lv1), dtype="float32"))
            R.output(lv, lv1, lv2, a, b, d)
        return (a, b, d, lv2)
