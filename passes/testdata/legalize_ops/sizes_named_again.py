# RUN: LegalizeOps,Normalize
# What a match_cast calls the size of a lowered slice is that size.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("a",), dtype="float32"), b: R.Tensor((1,), dtype="int64")) -> R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=2)):
        a = T.int64()
        c = T.int64()
        d = T.int64()
        e = T.int64()
        with R.dataflow():
            z: R.Tensor(dtype="float32", ndim=1) = R.dynamic_strided_slice(x, b, b, b)
            z1: R.Tensor((c,), dtype="float32") = R.match_cast(z, R.Tensor((c,), dtype="float32"))
            s: R.Shape(ndim=1) = R.shape_of(z)
            s1: R.Shape([d]) = R.match_cast(s, R.Shape([d]))
            w: R.Tensor(dtype="float32", ndim=1) = R.add(z1, z)
            v: R.Tensor(dtype="float32", ndim=1) = R.add(w, R.zeros(R.shape([d]), dtype="float32"))
            u: R.Tensor(dtype="float32", ndim=1) = R.concat((z, R.const([1.0], "float32")), axis=0)
            u1: R.Tensor((e,), dtype="float32") = R.match_cast(u, R.Tensor((e,), dtype="float32"))
            t: R.Tensor(dtype="float32", ndim=1) = R.add(u1, u)
            q: R.Tensor(dtype="float32", ndim=2) = R.zeros(R.shape([e, d + e]), dtype="float32")
            R.output(v, t, q)
        return (v, t, q)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(z1: T.Buffer(("s",), "float32"), z: T.Buffer((s,), "float32"), T_add: T.Buffer((s,), "float32")):
        s = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(s):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(s, ax0)
                T.reads(z1[v_ax0], z[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = z1[v_ax0] + z[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def add1(u1: T.Buffer(("s + T.int64(1)",), "float32"), u: T.Buffer((s + T.int64(1),), "float32"), s: T.int64, T_add: T.Buffer((s + T.int64(1),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(s + T.int64(1)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(s + T.int64(1), ax0)
                T.reads(u1[v_ax0], u[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = u1[v_ax0] + u[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def concatenate(z: T.Buffer(("s",), "float32"), B: T.Buffer((T.int64(1),), "float32"), T_concat: T.Buffer((s + T.int64(1),), "float32")):
        s = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(s + T.int64(1)):
            with T.sblock("T_concat"):
                v_ax0 = T.axis.spatial(s + T.int64(1), ax0)
                T.reads(B[v_ax0 - s], z[v_ax0])
                T.writes(T_concat[v_ax0])
                T_concat[v_ax0] = T.if_then_else(T.int64(0) <= v_ax0 - s, B[v_ax0 - s], z[v_ax0])

    @T.prim_func(private=True, s_tir=True)
    def dynamic_strided_slice(x: T.Buffer(("a",), "float32"), b: T.Buffer((T.int64(1),), "int64"), b_1: T.Buffer((T.int64(1),), "int64"), b_2: T.Buffer((T.int64(1),), "int64"), T_strided_slice_dynamic: T.Buffer(("s",), "float32")):
        a = T.int64()
        s = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(s):
            with T.sblock("T_strided_slice_dynamic"):
                v_ax0 = T.axis.spatial(s, ax0)
                T.reads(x[T.Select(b_2[T.int64(0)] < T.int64(0), T.min(T.max(T.Select(b[T.int64(0)] < T.int64(0), b[T.int64(0)] + a, b[T.int64(0)]), T.int64(-1)), a - T.int64(1)), T.min(T.max(T.Select(b[T.int64(0)] < T.int64(0), b[T.int64(0)] + a, b[T.int64(0)]), T.int64(0)), a)) + v_ax0 * b_2[T.int64(0)]], b_2[T.int64(0)], b[T.int64(0)])
                T.writes(T_strided_slice_dynamic[v_ax0])
                T_strided_slice_dynamic[v_ax0] = x[T.Select(b_2[T.int64(0)] < T.int64(0), T.min(T.max(T.Select(b[T.int64(0)] < T.int64(0), b[T.int64(0)] + a, b[T.int64(0)]), T.int64(-1)), a - T.int64(1)), T.min(T.max(T.Select(b[T.int64(0)] < T.int64(0), b[T.int64(0)] + a, b[T.int64(0)]), T.int64(0)), a)) + v_ax0 * b_2[T.int64(0)]]

    @T.prim_func(private=True, s_tir=True)
    def shape_func(x: T.Buffer(("a",), "float32"), b: T.Buffer((T.int64(1),), "int64"), b_1: T.Buffer((T.int64(1),), "int64"), b_2: T.Buffer((T.int64(1),), "int64"), T_shape_func_strided_slice_dynamic: T.Buffer((T.int64(1),), "int64")):
        a = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(1)):
            with T.sblock("T_shape_func_strided_slice_dynamic"):
                v_i = T.axis.spatial(T.int64(1), i)
                T.reads(b_2[v_i], b_1[v_i], b[v_i])
                T.writes(T_shape_func_strided_slice_dynamic[v_i])
                T_shape_func_strided_slice_dynamic[v_i] = T.max(T.Select(b_2[v_i] < T.int64(0), T.Select(b_2[v_i] < T.int64(0), T.min(T.max(T.Select(b_1[v_i] < T.int64(0), b_1[v_i] + a, b_1[v_i]), T.int64(-1)), a - T.int64(1)), T.min(T.max(T.Select(b_1[v_i] < T.int64(0), b_1[v_i] + a, b_1[v_i]), T.int64(0)), a)) - T.Select(b_2[v_i] < T.int64(0), T.min(T.max(T.Select(b[v_i] < T.int64(0), b[v_i] + a, b[v_i]), T.int64(-1)), a - T.int64(1)), T.min(T.max(T.Select(b[v_i] < T.int64(0), b[v_i] + a, b[v_i]), T.int64(0)), a)) + T.int64(1), T.Select(b_2[v_i] < T.int64(0), T.min(T.max(T.Select(b_1[v_i] < T.int64(0), b_1[v_i] + a, b_1[v_i]), T.int64(-1)), a - T.int64(1)), T.min(T.max(T.Select(b_1[v_i] < T.int64(0), b_1[v_i] + a, b_1[v_i]), T.int64(0)), a)) - T.Select(b_2[v_i] < T.int64(0), T.min(T.max(T.Select(b[v_i] < T.int64(0), b[v_i] + a, b[v_i]), T.int64(-1)), a - T.int64(1)), T.min(T.max(T.Select(b[v_i] < T.int64(0), b[v_i] + a, b[v_i]), T.int64(0)), a)) - T.int64(1)) // b_2[v_i] + T.int64(1), T.int64(0))

    @T.prim_func(private=True, s_tir=True)
    def zeros(T_full: T.Buffer(("s",), "float32")):
        s = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(s):
            with T.sblock("T_full"):
                v_ax0 = T.axis.spatial(s, ax0)
                T.reads()
                T.writes(T_full[v_ax0])
                T_full[v_ax0] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def zeros1(s: T.int64, T_full: T.Buffer((s + T.int64(1), s + (s + T.int64(1))), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(s + T.int64(1), s * T.int64(2) + T.int64(1)):
            with T.sblock("T_full"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(T_full[v_ax0, v_ax1])
                T_full[v_ax0, v_ax1] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor(("a",), dtype="float32"), b: R.Tensor((1,), dtype="int64")) -> R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=2)):
        a = T.int64()
        cls = Module
        s = T.int64()
        with R.dataflow():
            lv = R.call_tir(cls.shape_func, (x, b, b, b), out_ty=R.Tensor((1,), dtype="int64"))
            lv_1: R.Shape(ndim=1) = R.tensor_to_shape(lv)
            shape: R.Shape([s]) = R.match_cast(lv_1, R.Shape([s]))
            z = R.call_tir(cls.dynamic_strided_slice, (x, b, b, b), out_ty=R.Tensor((s,), dtype="float32"))
            z1: R.Tensor((s,), dtype="float32") = R.match_cast(z, R.Tensor((s,), dtype="float32"))
            s_1: R.Shape([s]) = R.shape_of(z)
            s1: R.Shape([s]) = R.match_cast(s_1, R.Shape([s]))
            w = R.call_tir(cls.add, (z1, z), out_ty=R.Tensor((s,), dtype="float32"))
            lv5 = R.call_tir(cls.zeros, R.tuple(), out_ty=R.Tensor((s,), dtype="float32"))
            v = R.call_tir(cls.add, (w, lv5), out_ty=R.Tensor((s,), dtype="float32"))
            u = R.call_tir(cls.concatenate, (z, R.const([1.0], "float32")), out_ty=R.Tensor((s + 1,), dtype="float32"))
            u1: R.Tensor((s + 1,), dtype="float32") = R.match_cast(u, R.Tensor((s + 1,), dtype="float32"))
            t = R.call_tir(cls.add1, (u1, u, s), out_ty=R.Tensor((s + 1,), dtype="float32"))
            q = R.call_tir(cls.zeros1, (s,), out_ty=R.Tensor((s + 1, s + (s + 1)), dtype="float32"))
            R.output(v, t, q)
        return (v, t, q)
