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
    def main(x: R.Tensor((2, 2), dtype="float32"), w: R.Tensor((2, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32")):
        cls = Module
        with R.dataflow():
            a: R.Tensor((2, 2), dtype="float32") = R.add(x, x)
            s: R.Tensor((2, 2), dtype="float32") = R.permute_dims(a, axes=None)
            b: R.Tensor((2, 2), dtype="float32") = R.call_tir_inplace(cls.inc, (a,), out_ty=R.Tensor((2, 2), dtype="float32"), inplace_indices=[0])
            z: R.Tensor((2, 2), dtype="float32") = R.matmul(x, s, out_dtype=None)
            R.output(b, z)
        return (b, z)
