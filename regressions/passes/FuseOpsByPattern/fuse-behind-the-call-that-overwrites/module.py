# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def inc(y: T.Buffer((1, 1), "float32")):
        # with T.sblock("root"):
        with T.sblock("s"):
            v = T.axis.spatial(1, 0)
            u = T.axis.spatial(1, 0)
            T.reads(y[v, u])
            T.writes(y[v, u])
            y[v, u] = T.float32(0.0)

    @R.function
    def main(a: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            p: R.Tensor((1, 1), dtype="float32") = R.permute_dims(a, axes=None)
            b: R.Tensor((1, 1), dtype="float32") = R.call_tir_inplace(cls.inc, (a,), out_ty=R.Tensor((1, 1), dtype="float32"), inplace_indices=[0])
            c: R.Tensor((1, 1), dtype="float32") = R.concat((p,), axis=0)
            R.output(b, c)
        return c
