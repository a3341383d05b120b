# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        with T.sblock("y"):
            v = T.axis.spatial(1, 0)
            T.reads(x[v])
            T.writes(y[v])
            y[v] = x[v]

    @R.function
    def main(w: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            w_1: R.Tensor((1,), dtype="float32") = R.negative(w)
            t = R.call_tir(cls.kernel, (w_1,), out_ty=R.Tensor((1,), dtype="float32"))
            R.output(t)
        return t
