# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps
# What uses a symbolic variable, if only in its type, stays behind the match_cast that defines it (TVM #20195).
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 8), dtype="float32"), sh: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        s1 = T.int64()
        with R.dataflow():
            a = R.exp(x)
            b = R.add(a, a)
            sb: R.Shape([s1, 8]) = R.match_cast(sh, R.Shape([s1, 8]))
            c = R.broadcast_to(b, R.shape([s1, 8]))
            R.output(c)
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(a: T.Buffer((T.int64(4), T.int64(8)), "float32"), a_1: T.Buffer((T.int64(4), T.int64(8)), "float32"), T_add: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(a[v_ax0, v_ax1], a_1[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = a[v_ax0, v_ax1] + a_1[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def broadcast_to(b: T.Buffer((T.int64(4), T.int64(8)), "float32"), T_broadcast_to: T.Buffer(("s1", T.int64(8)), "float32")):
        s1 = T.int64()
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(s1, T.int64(8)):
            with T.sblock("T_broadcast_to"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(b[v_ax0, v_ax1])
                T.writes(T_broadcast_to[v_ax0, v_ax1])
                T_broadcast_to[v_ax0, v_ax1] = b[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(x: T.Buffer((T.int64(4), T.int64(8)), "float32"), compute: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(4), T.int64(8)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(x[v_i0, v_i1])

    @R.function(private=True)
    def fused_tir_exp_add_broadcast_to(x: R.Tensor((4, 8), dtype="float32"), tir_vars: R.Shape(["s1"])) -> R.Tensor(("s1", 8), dtype="float32"):
        s1 = T.int64()
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.tir_exp, (x,), out_ty=R.Tensor((4, 8), dtype="float32"))
            b = R.call_tir(cls.add, (a, a), out_ty=R.Tensor((4, 8), dtype="float32"))
            c = R.call_tir(cls.broadcast_to, (b,), out_ty=R.Tensor((s1, 8), dtype="float32"))
            R.output(c)
        return c

    @R.function
    def main(x: R.Tensor((4, 8), dtype="float32"), sh: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        s1 = T.int64()
        cls = Module
        with R.dataflow():
            sb: R.Shape([s1, 8]) = R.match_cast(sh, R.Shape([s1, 8]))
            c: R.Tensor((s1, 8), dtype="float32") = cls.fused_tir_exp_add_broadcast_to(x, R.shape([s1]))
            shape: R.Shape([s1]) = R.match_cast(R.shape([4]), R.Shape([s1]))
            R.output(c)
        return c
