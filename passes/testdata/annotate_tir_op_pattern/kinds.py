# RUN: LegalizeOps,AnnotateTIROpPattern
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def two_stores(a: T.Buffer((4,), "float32"), b: T.Buffer((8,), "float32")):
        for i in range(4):
            with T.sblock("both"):
                v = T.axis.spatial(4, i)
                b[v] = a[v]
                b[v + 4] = a[v]

    @T.prim_func(private=True, s_tir=True)
    def given(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 8})
        for i in range(4):
            with T.sblock("copy"):
                v = T.axis.spatial(4, i)
                b[v] = a[v]

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), y: R.Tensor((4,), dtype="float32"), w: R.Tensor((4, 3), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.add(a, y)
            c = R.permute_dims(b)
            d = R.sum(b, axis=[1])
            e = R.matmul(a, w)
            f = R.nn.softmax(e)
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(a: T.Buffer((T.int64(2), T.int64(4)), "float32"), y: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(a[v_ax0, v_ax1], y[v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = a[v_ax0, v_ax1] + y[v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def given(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 8})
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("copy"):
                v = T.axis.spatial(4, i)
                T.reads(a[v])
                T.writes(b[v])
                b[v] = a[v]

    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(2), T.int64(4)), "float32"), w: T.Buffer((T.int64(4), T.int64(3)), "float32"), matmul: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1, k in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(a[v_i0, v_k], w[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + a[v_i0, v_k] * w[v_k, v_i1]

    @T.prim_func(private=True, s_tir=True)
    def softmax(e: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_softmax_norm: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.noalias": True})
        # with T.sblock("root"):
        T_softmax_maxelem = T.sblock_alloc_buffer((T.int64(2),))
        T_softmax_exp = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_softmax_expsum = T.sblock_alloc_buffer((T.int64(2),))
        for i0, k in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_softmax_maxelem"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(e[v_i0, v_k])
                T.writes(T_softmax_maxelem[v_i0])
                with T.init():
                    T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
                T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], e[v_i0, v_k])
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_softmax_exp"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(e[v_i0, v_i1], T_softmax_maxelem[v_i0])
                T.writes(T_softmax_exp[v_i0, v_i1])
                T_softmax_exp[v_i0, v_i1] = T.exp(e[v_i0, v_i1] - T_softmax_maxelem[v_i0])
        for i0, k in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_softmax_expsum"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(T_softmax_exp[v_i0, v_k])
                T.writes(T_softmax_expsum[v_i0])
                with T.init():
                    T_softmax_expsum[v_i0] = T.float32(0.0)
                T_softmax_expsum[v_i0] = T_softmax_expsum[v_i0] + T_softmax_exp[v_i0, v_k]
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_softmax_norm"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_softmax_exp[v_i0, v_i1], T_softmax_expsum[v_i0])
                T.writes(T_softmax_norm[v_i0, v_i1])
                T.sblock_attr({"axis": 1})
                T_softmax_norm[v_i0, v_i1] = T_softmax_exp[v_i0, v_i1] / T_softmax_expsum[v_i0]

    @T.prim_func(private=True, s_tir=True)
    def sum(b: T.Buffer((T.int64(2), T.int64(4)), "float32"), b_red: T.Buffer((T.int64(2),), "float32")):
        T.func_attr({"op_pattern": 3, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, k1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("b_red"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(b[v_ax0, v_k1])
                T.writes(b_red[v_ax0])
                with T.init():
                    b_red[v_ax0] = T.float32(0.0)
                b_red[v_ax0] = b_red[v_ax0] + b[v_ax0, v_k1]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(x: T.Buffer((T.int64(2), T.int64(4)), "float32"), compute: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(x[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def transpose(b: T.Buffer((T.int64(2), T.int64(4)), "float32"), T_transpose: T.Buffer((T.int64(4), T.int64(2)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(4), T.int64(2)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(b[v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1])
                T_transpose[v_ax0, v_ax1] = b[v_ax1, v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def two_stores(a: T.Buffer((4,), "float32"), b: T.Buffer((8,), "float32")):
        T.func_attr({"op_pattern": 8})
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("both"):
                v = T.axis.spatial(4, i)
                T.reads(a[v])
                T.writes(b[v:v + 5])
                b[v] = a[v]
                b[v + 4] = a[v]

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), y: R.Tensor((4,), dtype="float32"), w: R.Tensor((4, 3), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.tir_exp, (x,), out_ty=R.Tensor((2, 4), dtype="float32"))
            b = R.call_tir(cls.add, (a, y), out_ty=R.Tensor((2, 4), dtype="float32"))
            c = R.call_tir(cls.transpose, (b,), out_ty=R.Tensor((4, 2), dtype="float32"))
            d = R.call_tir(cls.sum, (b,), out_ty=R.Tensor((2,), dtype="float32"))
            e = R.call_tir(cls.matmul, (a, w), out_ty=R.Tensor((2, 3), dtype="float32"))
            f = R.call_tir(cls.softmax, (e,), out_ty=R.Tensor((2, 3), dtype="float32"))
            R.output(d)
        return d
