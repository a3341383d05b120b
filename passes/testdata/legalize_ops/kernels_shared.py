# RUN: LegalizeOps{"skip_ops":["relax.exp"]}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            a = R.add(x, x)
            b = R.add(a, a)
            c = R.exp(b)
            R.output(c)
        return c

    @R.function
    def second(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        a = R.add(x, x)
        b = R.add(y, y)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), x_1: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_add: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], x_1[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x[v_ax0, v_ax1] + x_1[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def add1(y: T.Buffer((T.int64(4),), "float32"), y_1: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(y[v_ax0], y_1[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = y[v_ax0] + y_1[v_ax0]

    @R.function
    def second(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        a = R.call_tir(cls.add, (x, x), out_ty=R.Tensor((2, 3), dtype="float32"))
        b = R.call_tir(cls.add1, (y, y), out_ty=R.Tensor((4,), dtype="float32"))
        return b

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.add, (x, x), out_ty=R.Tensor((2, 3), dtype="float32"))
            b = R.call_tir(cls.add, (a, a), out_ty=R.Tensor((2, 3), dtype="float32"))
            c: R.Tensor((2, 3), dtype="float32") = R.exp(b)
            R.output(c)
        return c
# note: relax.exp later by LegalizeOps: skip_ops names it
