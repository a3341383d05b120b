# RUN: LegalizeOps
from tvm.script import ir as I, relax as R, tirx as T
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), c: R.Tensor((), dtype="bool"), s: R.Shape(ndim=1)) -> R.Tensor(dtype="float32", ndim=1):
        with R.dataflow():
            y: R.Tensor(s, dtype="float32") = R.reshape(x, s)
            R.output(y)
        lv: R.Tensor(s, dtype="float32") = R.reshape(x, s)
        if c:
            lv2: R.Tensor(s, dtype="float32") = R.reshape(x, s)
            a = R.add(lv2, lv)
        else:
            a = R.add(y, lv)
        z: R.Tensor(s, dtype="float32") = R.add(lv, y)
        w = R.add(z, a)
        return w
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(lv2: T.Buffer(("d0",), "float32"), lv: T.Buffer((d0,), "float32"), T_add: T.Buffer((d0,), "float32")):
        d0 = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(d0):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(d0, ax0)
                T.reads(lv2[v_ax0], lv[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = lv2[v_ax0] + lv[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(1), T.int64(1)), "float32"), T_reshape: T.Buffer(("d0",), "float32")):
        d0 = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(d0):
            with T.sblock("T_reshape"):
                v_ax0 = T.axis.spatial(d0, ax0)
                T.reads(x[T.int64(0), T.int64(0)])
                T.writes(T_reshape[v_ax0])
                T_reshape[v_ax0] = x[T.int64(0), T.int64(0)]

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), c: R.Tensor((), dtype="bool"), s: R.Shape(ndim=1)) -> R.Tensor(dtype="float32", ndim=1):
        d0 = T.int64()
        cls = Module
        with R.dataflow():
            shape: R.Shape([d0]) = R.match_cast(s, R.Shape([d0]))
            y = R.call_tir(cls.reshape, (x,), out_ty=R.Tensor((d0,), dtype="float32"))
            R.output(y)
        lv = R.call_tir(cls.reshape, (x,), out_ty=R.Tensor((d0,), dtype="float32"))
        if c:
            lv2 = R.call_tir(cls.reshape, (x,), out_ty=R.Tensor((d0,), dtype="float32"))
            a_then = R.call_tir(cls.add, (lv2, lv), out_ty=R.Tensor((d0,), dtype="float32"))
            a: R.Tensor((d0,), dtype="float32") = a_then
        else:
            a_else = R.call_tir(cls.add, (y, lv), out_ty=R.Tensor((d0,), dtype="float32"))
            a: R.Tensor((d0,), dtype="float32") = a_else
        z = R.call_tir(cls.add, (lv, y), out_ty=R.Tensor((d0,), dtype="float32"))
        w = R.call_tir(cls.add, (z, a), out_ty=R.Tensor((d0,), dtype="float32"))
        return w
