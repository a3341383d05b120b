# RUN: LegalizeOps,RewriteDataflowReshape
# A 0 says "as in the input" to a reshape: results without elements stay kernels.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 0), dtype="float32"), y: R.Tensor((2, 3), dtype="float32"), z: R.Tensor(("n", 3), dtype="float32")):
        n = T.int64()
        with R.dataflow():
            a = R.expand_dims(x, axis=0)
            b = R.reshape(y, (3, 2))
            c = R.reshape(z, (3, n))
            d = R.exp(a)
            e = R.exp(b)
            f = R.exp(c)
            R.output(d, e, f)
        return (d, e, f)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def expand_dims(x: T.Buffer((T.int64(2), T.int64(0)), "float32"), expand_dims: T.Buffer((T.int64(1), T.int64(2), T.int64(0)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1, i2 in T.grid(T.int64(1), T.int64(2), T.int64(0)):
            with T.sblock("expand_dims"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i1, v_i2])
                T.writes(expand_dims[v_i0, v_i1, v_i2])
                expand_dims[v_i0, v_i1, v_i2] = x[v_i1, v_i2]

    @T.prim_func(private=True, s_tir=True)
    def reshape(y: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_reshape: T.Buffer((T.int64(3), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(3), T.int64(2)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(y[(v_ax0 * T.int64(2) + v_ax1) % T.int64(6) // T.int64(3), (v_ax0 * T.int64(2) + v_ax1) % T.int64(3)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = y[(v_ax0 * T.int64(2) + v_ax1) % T.int64(6) // T.int64(3), (v_ax0 * T.int64(2) + v_ax1) % T.int64(3)]

    @T.prim_func(private=True, s_tir=True)
    def reshape1(z: T.Buffer(("n", T.int64(3)), "float32"), T_reshape: T.Buffer((T.int64(3), n), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(T.int64(3), n):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(z[(v_ax0 * n + v_ax1) // T.int64(3) % n, (v_ax0 * n + v_ax1) % T.int64(3)])
                T.writes(T_reshape[v_ax0, v_ax1])
                T_reshape[v_ax0, v_ax1] = z[(v_ax0 * n + v_ax1) // T.int64(3) % n, (v_ax0 * n + v_ax1) % T.int64(3)]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(a: T.Buffer((T.int64(1), T.int64(2), T.int64(0)), "float32"), compute: T.Buffer((T.int64(1), T.int64(2), T.int64(0)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1, i2 in T.grid(T.int64(1), T.int64(2), T.int64(0)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(a[v_i0, v_i1, v_i2])
                T.writes(compute[v_i0, v_i1, v_i2])
                compute[v_i0, v_i1, v_i2] = T.exp(a[v_i0, v_i1, v_i2])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp1(b: T.Buffer((T.int64(3), T.int64(2)), "float32"), compute: T.Buffer((T.int64(3), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(3), T.int64(2)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(b[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(b[v_i0, v_i1])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp2(c: T.Buffer((T.int64(3), "n"), "float32"), compute: T.Buffer((T.int64(3), n), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(3), n):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(c[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(c[v_i0, v_i1])

    @R.function
    def main(x: R.Tensor((2, 0), dtype="float32"), y: R.Tensor((2, 3), dtype="float32"), z: R.Tensor(("n", 3), dtype="float32")) -> R.Tuple(R.Tensor((1, 2, 0), dtype="float32"), R.Tensor((3, 2), dtype="float32"), R.Tensor((3, "n"), dtype="float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.expand_dims, (x,), out_ty=R.Tensor((1, 2, 0), dtype="float32"))
            b: R.Tensor((3, 2), dtype="float32") = R.reshape(y, R.shape([3, 2]))
            c: R.Tensor((3, n), dtype="float32") = R.reshape(z, R.shape([3, n]))
            d = R.call_tir(cls.tir_exp, (a,), out_ty=R.Tensor((1, 2, 0), dtype="float32"))
            e = R.call_tir(cls.tir_exp1, (b,), out_ty=R.Tensor((3, 2), dtype="float32"))
            f = R.call_tir(cls.tir_exp2, (c,), out_ty=R.Tensor((3, n), dtype="float32"))
            R.output(d, e, f)
        return (d, e, f)
