# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps
# Fields of a tuple parameter, a split that is taken apart, and a tuple that is returned whole.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(t: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            a = t[0]
            b = t[2]
            c = R.add(a, b)
            d = R.exp(c)
            R.output(d)
        return d

    @R.function
    def parts(x: R.Tensor((4, 6), dtype="float32")) -> R.Tensor((4, 3), dtype="float32"):
        with R.dataflow():
            s = R.split(x, 2, axis=1)
            a = s[0]
            b = s[1]
            c = R.multiply(a, b)
            R.output(c)
        return c

    @R.function
    def whole(x: R.Tensor((4, 6), dtype="float32")) -> R.Tuple(R.Tensor((4, 3), dtype="float32"), R.Tensor((4, 3), dtype="float32")):
        with R.dataflow():
            y = R.exp(x)
            s = R.split(y, 2, axis=1)
            R.output(s)
        return s
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(a: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(a[v_ax0], b[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = a[v_ax0] + b[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def multiply(a: T.Buffer((T.int64(4), T.int64(3)), "float32"), b: T.Buffer((T.int64(4), T.int64(3)), "float32"), T_multiply: T.Buffer((T.int64(4), T.int64(3)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(4), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(a[v_ax0, v_ax1], b[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = a[v_ax0, v_ax1] * b[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def split(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), T_split_sections: T.Buffer((T.int64(4), T.int64(3)), "float32"), T_split_sections_1: T.Buffer((T.int64(4), T.int64(3)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(4), T.int64(3)):
            with T.sblock("T_split_sections"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_split_sections[v_ax0, v_ax1])
                T_split_sections[v_ax0, v_ax1] = x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(4), T.int64(3)):
            with T.sblock("T_split_sections_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1 + T.int64(3)])
                T.writes(T_split_sections_1[v_ax0, v_ax1])
                T_split_sections_1[v_ax0, v_ax1] = x[v_ax0, v_ax1 + T.int64(3)]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(c: T.Buffer((T.int64(4),), "float32"), compute: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(c[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.exp(c[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp1(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), compute: T.Buffer((T.int64(4), T.int64(6)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(4), T.int64(6)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(x[v_i0, v_i1])

    @R.function(private=True)
    def fused_add_tir_exp(t_0: R.Tensor((4,), dtype="float32"), t_2: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            c = R.call_tir(cls.add, (t_0, t_2), out_ty=R.Tensor((4,), dtype="float32"))
            d = R.call_tir(cls.tir_exp, (c,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(d)
        return d

    @R.function(private=True)
    def fused_split_multiply(x: R.Tensor((4, 6), dtype="float32")) -> R.Tensor((4, 3), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            s = R.call_tir(cls.split, (x,), out_ty=[R.Tensor((4, 3), dtype="float32"), R.Tensor((4, 3), dtype="float32")])
            a: R.Tensor((4, 3), dtype="float32") = s[0]
            b: R.Tensor((4, 3), dtype="float32") = s[1]
            c = R.call_tir(cls.multiply, (a, b), out_ty=R.Tensor((4, 3), dtype="float32"))
            R.output(c)
        return c

    @R.function(private=True)
    def fused_tir_exp1_split(x: R.Tensor((4, 6), dtype="float32")) -> R.Tuple(R.Tensor((4, 3), dtype="float32"), R.Tensor((4, 3), dtype="float32")):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.tir_exp1, (x,), out_ty=R.Tensor((4, 6), dtype="float32"))
            s = R.call_tir(cls.split, (y,), out_ty=[R.Tensor((4, 3), dtype="float32"), R.Tensor((4, 3), dtype="float32")])
            R.output(s)
        return s

    @R.function
    def parts(x: R.Tensor((4, 6), dtype="float32")) -> R.Tensor((4, 3), dtype="float32"):
        cls = Module
        with R.dataflow():
            c: R.Tensor((4, 3), dtype="float32") = cls.fused_split_multiply(x)
            R.output(c)
        return c

    @R.function
    def whole(x: R.Tensor((4, 6), dtype="float32")) -> R.Tuple(R.Tensor((4, 3), dtype="float32"), R.Tensor((4, 3), dtype="float32")):
        cls = Module
        with R.dataflow():
            s: R.Tuple(R.Tensor((4, 3), dtype="float32"), R.Tensor((4, 3), dtype="float32")) = cls.fused_tir_exp1_split(x)
            R.output(s)
        return s

    @R.function
    def main(t: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((4,), dtype="float32") = t[0]
            lv_1: R.Tensor((4,), dtype="float32") = t[2]
            d: R.Tensor((4,), dtype="float32") = cls.fused_add_tir_exp(lv, lv_1)
            R.output(d)
        return d
