# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(4),), "float32"), a: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], a[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = x[v_ax0] + a[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def multiply(x: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), T_multiply: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], b[v_ax0])
                T.writes(T_multiply[v_ax0])
                T_multiply[v_ax0] = x[v_ax0] * b[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(r: T.Buffer((T.int64(4),), "float32"), compute: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(r[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.exp(r[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def tir_negative(l: T.Buffer(("n",), "float32"), compute: T.Buffer((n,), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(n):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(n, i0)
                T.reads(l[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = l[v_i0] * T.float32(-1.0)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), a: R.Tensor((4,), dtype="float32"), b: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor((4,), dtype="float32")):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        n = T.int64()
        alloc: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"), ty_args=(R.Tensor((4,), dtype="float32"),))
        cls.add(x, a, alloc)
        s: R.Tensor((4,), dtype="float32") = alloc
        l: R.Tensor((n,), dtype="float32") = R.match_cast(s, R.Tensor((n,), dtype="float32"))
        alloc_1: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"), ty_args=(R.Tensor((4,), dtype="float32"),))
        cls.multiply(x, b, alloc_1)
        r: R.Tensor((4,), dtype="float32") = alloc_1
        alloc_2: R.Tensor((4,), dtype="float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), 0, R.str("global"), ty_args=(R.Tensor((4,), dtype="float32"),))
        cls.tir_exp(r, alloc_2)
        t: R.Tensor((4,), dtype="float32") = alloc_2
        alloc_3: R.Tensor((n,), dtype="float32") = R.builtin.alloc_tensor(R.shape([n]), R.dtype("float32"), 0, R.str("global"), ty_args=(R.Tensor((n,), dtype="float32"),))
        cls.tir_negative(l, alloc_3)
        u: R.Tensor((n,), dtype="float32") = alloc_3
        return (u, t)
