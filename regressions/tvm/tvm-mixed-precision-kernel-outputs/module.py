# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1)), "bool"), out1: T.Buffer((T.int64(1), T.int64(1)), "bool")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            v2 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(a0[v1, T.int64(0)])
            T.writes(out0[v0, v1])
            with T.init():
                out0[v0, v1] = T.bool(False)
            out0[v0, v1] = T.bool(False)

    @R.function
    def main(x5: R.Tensor((1, 1), dtype="float32"), x6: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="bool"), R.Tensor((1, 1), dtype="bool")):
        cls = Module
        with R.dataflow():
            lv5: R.Tensor((1, 1), dtype="float32") = R.matmul(x6, x5, out_dtype=None)
            lv6 = R.call_tir(cls.kernel, (lv5,), out_ty=[R.Tensor((1, 1), dtype="bool"), R.Tensor((1, 1), dtype="bool")])
            R.output(lv6)
        return lv6
