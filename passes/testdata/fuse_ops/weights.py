# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps
# Weights, the parameters behind the first num_input, are taken out of their tuple on their own; a tuple that is an input is taken
# apart where it is used.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), p: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")), w: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 2})
        with R.dataflow():
            a = p[0]
            b = R.add(x, a)
            c = R.exp(b)
            d = w[1]
            e = R.add(c, d)
            f = R.tanh(e)
            R.output(f)
        return f
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(4),), "float32"), a: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], a[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = x[v_ax0] + a[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(b: T.Buffer((T.int64(4),), "float32"), compute: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(b[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.exp(b[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def tir_tanh(e: T.Buffer((T.int64(4),), "float32"), compute: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(e[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.tanh(e[v_i0])

    @R.function(private=True)
    def fused_add_tir_exp_add_tir_tanh(p_0: R.Tensor((4,), dtype="float32"), x: R.Tensor((4,), dtype="float32"), d: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            b = R.call_tir(cls.add, (x, p_0), out_ty=R.Tensor((4,), dtype="float32"))
            c = R.call_tir(cls.tir_exp, (b,), out_ty=R.Tensor((4,), dtype="float32"))
            e = R.call_tir(cls.add, (c, d), out_ty=R.Tensor((4,), dtype="float32"))
            f = R.call_tir(cls.tir_tanh, (e,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(f)
        return f

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), p: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")), w: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 2})
        cls = Module
        with R.dataflow():
            d: R.Tensor((4,), dtype="float32") = w[1]
            lv: R.Tensor((4,), dtype="float32") = p[0]
            f: R.Tensor((4,), dtype="float32") = cls.fused_add_tir_exp_add_tir_tanh(lv, x, d)
            R.output(f)
        return f
