# RUN: LegalizeOps,RewriteDataflowReshape
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 6), dtype="float32")) -> R.Tensor((6, "n"), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            a = R.reshape(x, R.shape([n, 2, 3]))
            b = R.expand_dims(a, axis=[0])
            c = R.reshape(b, R.shape([n * 6]))
            d = R.permute_dims(x)
            e = R.reshape(c, R.shape([6, n]))
            f = R.add(d, e)
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
    def add(d: T.Buffer((T.int64(6), "n"), "float32"), e: T.Buffer((T.int64(6), n), "float32"), T_add: T.Buffer((T.int64(6), n), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(6), n):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(d[v_ax0, v_ax1], e[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = d[v_ax0, v_ax1] + e[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def expand_dims(a: T.Buffer(("n", T.int64(2), T.int64(3)), "float32"), expand_dims: T.Buffer((T.int64(1), n, T.int64(2), T.int64(3)), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1, i2, i3 in T.grid(T.int64(1), n, T.int64(2), T.int64(3)):
            with T.sblock("expand_dims"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(a[v_i1, v_i2, v_i3])
                T.writes(expand_dims[v_i0, v_i1, v_i2, v_i3])
                expand_dims[v_i0, v_i1, v_i2, v_i3] = a[v_i1, v_i2, v_i3]

    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer(("n", T.int64(6)), "float32"), T_reshape: T.Buffer((n, T.int64(2), T.int64(3)), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1, ax2 in T.grid(n, T.int64(2), T.int64(3)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[((v_ax1 * T.int64(3) + v_ax2) // T.int64(6) + v_ax0) % n, (v_ax1 * T.int64(3) + v_ax2) % T.int64(6)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = x[((v_ax1 * T.int64(3) + v_ax2) // T.int64(6) + v_ax0) % n, (v_ax1 * T.int64(3) + v_ax2) % T.int64(6)]

    @T.prim_func(private=True, s_tir=True)
    def reshape1(b: T.Buffer((T.int64(1), "n", T.int64(2), T.int64(3)), "float32"), T_reshape: T.Buffer((n * T.int64(6),), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(n * T.int64(6)):
            with T.sblock("T_reshape"):
                v_ax0 = T.axis.spatial(n * T.int64(6), ax0)
                T.reads(b[T.int64(0), v_ax0 // T.int64(6) % n, v_ax0 % T.int64(6) // T.int64(3), v_ax0 % T.int64(3)])
                T.writes(T_reshape[v_ax0])
                T_reshape[v_ax0] = b[T.int64(0), v_ax0 // T.int64(6) % n, v_ax0 % T.int64(6) // T.int64(3), v_ax0 % T.int64(3)]

    @T.prim_func(private=True, s_tir=True)
    def reshape2(c: T.Buffer(("n * T.int64(6)",), "float32"), T_reshape: T.Buffer((T.int64(6), n), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(6), n):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(c[(v_ax0 * n + v_ax1) % (n * T.int64(6))])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = c[(v_ax0 * n + v_ax1) % (n * T.int64(6))]

    @T.prim_func(private=True, s_tir=True)
    def transpose(x: T.Buffer(("n", T.int64(6)), "float32"), T_transpose: T.Buffer((T.int64(6), n), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(6), n):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1])
                T_transpose[v_ax0, v_ax1] = x[v_ax1, v_ax0]

    @R.function
    def main(x: R.Tensor(("n", 6), dtype="float32")) -> R.Tensor((6, "n"), dtype="float32"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            a: R.Tensor((n, 2, 3), dtype="float32") = R.reshape(x, R.shape([n, 2, 3]))
            b: R.Tensor((1, n, 2, 3), dtype="float32") = R.reshape(a, R.shape([1, n, 2, 3]))
            c: R.Tensor((n * 6,), dtype="float32") = R.reshape(b, R.shape([n * 6]))
            d = R.call_tir(cls.transpose, (x,), out_ty=R.Tensor((6, n), dtype="float32"))
            e: R.Tensor((6, n), dtype="float32") = R.reshape(c, R.shape([6, n]))
            f = R.call_tir(cls.add, (d, e), out_ty=R.Tensor((6, n), dtype="float32"))
            R.output(f)
        return f
