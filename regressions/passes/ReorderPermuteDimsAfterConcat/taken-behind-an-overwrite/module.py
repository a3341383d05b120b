# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def inc(y: T.Buffer((2, 2), "float32")):
        # with T.sblock("root"):
        for i, j in T.grid(2, 2):
            with T.sblock("s"):
                v, u = T.axis.remap("SS", [i, j])
                T.reads(y[v, u])
                T.writes(y[v, u])
                y[v, u] = y[v, u] + T.float32(1.0)

    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32"), w: R.Tensor((2, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((4, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32")):
        cls = Module
        with R.dataflow():
            a: R.Tensor((2, 2), dtype="float32") = R.add(x, x)
            p: R.Tensor((2, 2), dtype="float32") = R.permute_dims(a, axes=None)
            p2: R.Tensor((2, 2), dtype="float32") = R.permute_dims(w, axes=None)
            i: R.Tensor((2, 2), dtype="float32") = R.take(a, R.const([0, 1], "int64"), axis=1, mode="clip")
            e: R.Tensor((2, 2), dtype="float32") = R.matmul(w, a, out_dtype=None)
            b: R.Tensor((2, 2), dtype="float32") = R.call_tir_inplace(cls.inc, (a,), out_ty=R.Tensor((2, 2), dtype="float32"), inplace_indices=[0])
            c: R.Tensor((4, 2), dtype="float32") = R.concat((p, p2), axis=0)
            z: R.Tensor((2, 2), dtype="float32") = R.matmul(x, i, out_dtype=None)
            z2: R.Tensor((2, 2), dtype="float32") = R.matmul(e, w, out_dtype=None)
            R.output(b, c, z, z2)
        return (b, c, z, z2)
