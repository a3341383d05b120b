# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add_inplace(a: T.Buffer((T.int64(4),), "float32"), x: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(a[v_ax0], x[v_ax0])
                T.writes(a[v_ax0])
                a[v_ax0] = a[v_ax0] + x[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def multiply_inplace(b: T.Buffer((T.int64(4),), "float32"), c: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(b[v_ax0], c[v_ax0])
                T.writes(c[v_ax0])
                c[v_ax0] = b[v_ax0] * c[v_ax0]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.exp(x)
            b: R.Tensor((4,), dtype="float32") = R.exp(x)
            c: R.Tensor((4,), dtype="float32") = R.call_tir_inplace(cls.add_inplace, (a, x), out_ty=R.Tensor((4,), dtype="float32"), inplace_indices=[0])
            d: R.Tensor((4,), dtype="float32") = R.call_tir_inplace(cls.multiply_inplace, (b, c), out_ty=R.Tensor((4,), dtype="float32"), inplace_indices=[1])
            R.output(d)
        return d
