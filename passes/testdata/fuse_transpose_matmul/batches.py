# RUN: FuseTransposeMatmul
# A transposed matrix that something else uses stays; other permutations are not fused.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 1, 3, 4), dtype="float32"), w: R.Tensor((5, 6, 4), dtype="float32"), v: R.Tensor((4,), dtype="float32"), m: R.Tensor((6, 4), dtype="float32")):
        with R.dataflow():
            a = R.permute_dims(w, axes=[0, 2, 1])
            b = R.matmul(x, a)
            c = R.permute_dims(m)
            d = R.matmul(v, c)
            e = R.permute_dims(w, axes=[1, 2, 0])
            f = R.matmul(v, e)
            R.output(b, c, d, f)
        return (b, c, d, f)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def NT_matmul(x: T.Buffer((T.int64(2), T.int64(1), T.int64(3), T.int64(4)), "float32"), w: T.Buffer((T.int64(5), T.int64(6), T.int64(4)), "float32"), NT_matmul: T.Buffer((T.int64(2), T.int64(5), T.int64(3), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1, i2, i3, k in T.grid(T.int64(2), T.int64(5), T.int64(3), T.int64(6), T.int64(4)):
            with T.sblock("NT_matmul"):
                v_i0, v_i1, v_i2, v_i3, v_k = T.axis.remap("SSSSR", [i0, i1, i2, i3, k])
                T.reads(x[v_i0, T.int64(0), v_i2, v_k], w[v_i1, v_i3, v_k])
                T.writes(NT_matmul[v_i0, v_i1, v_i2, v_i3])
                with T.init():
                    NT_matmul[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)
                NT_matmul[v_i0, v_i1, v_i2, v_i3] = NT_matmul[v_i0, v_i1, v_i2, v_i3] + x[v_i0, T.int64(0), v_i2, v_k] * w[v_i1, v_i3, v_k]

    @T.prim_func(private=True, s_tir=True)
    def NT_matmul1(v: T.Buffer((T.int64(4),), "float32"), m: T.Buffer((T.int64(6), T.int64(4)), "float32"), NT_matmul: T.Buffer((T.int64(6),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, k in T.grid(T.int64(6), T.int64(4)):
            with T.sblock("NT_matmul"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(v[v_k], m[v_i0, v_k])
                T.writes(NT_matmul[v_i0])
                with T.init():
                    NT_matmul[v_i0] = T.float32(0.0)
                NT_matmul[v_i0] = NT_matmul[v_i0] + v[v_k] * m[v_i0, v_k]

    @R.function(private=True)
    def fused_relax_permute_dims_relax_matmul(w: R.Tensor((5, 6, 4), dtype="float32"), x: R.Tensor((2, 1, 3, 4), dtype="float32")) -> R.Tensor((2, 5, 3, 6), dtype="float32"):
        R.func_attr({"Composite": "transpose_matmul_fuse", "Primitive": True})
        with R.dataflow():
            a: R.Tensor((5, 4, 6), dtype="float32") = R.permute_dims(w, axes=[0, 2, 1])
            b: R.Tensor((2, 5, 3, 6), dtype="float32") = R.matmul(x, a, out_dtype=None)
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((2, 1, 3, 4), dtype="float32"), w: R.Tensor((5, 6, 4), dtype="float32"), v: R.Tensor((4,), dtype="float32"), m: R.Tensor((6, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 5, 3, 6), dtype="float32"), R.Tensor((4, 6), dtype="float32"), R.Tensor((6,), dtype="float32"), R.Tensor((6, 5), dtype="float32")):
        cls = Module
        with R.dataflow():
            b = R.call_tir(cls.NT_matmul, (x, w), out_ty=R.Tensor((2, 5, 3, 6), dtype="float32"))
            c: R.Tensor((4, 6), dtype="float32") = R.permute_dims(m, axes=None)
            d = R.call_tir(cls.NT_matmul1, (v, m), out_ty=R.Tensor((6,), dtype="float32"))
            e: R.Tensor((6, 4, 5), dtype="float32") = R.permute_dims(w, axes=[1, 2, 0])
            f: R.Tensor((6, 5), dtype="float32") = R.matmul(v, e, out_dtype=None)
            R.output(b, c, d, f)
        return (b, c, d, f)
