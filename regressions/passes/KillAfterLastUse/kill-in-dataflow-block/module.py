from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(x: T.Buffer((3,), "float32"), y: T.Buffer((3,), "float32")):
        for i in range(3):
            with T.sblock("y"):
                v = T.axis.spatial(3, i)
                y[v] = x[v] * T.float32(2)

    @R.function
    def main(x: R.Tensor((3,), "float32")):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (x,), out_ty=R.Tensor((3,), "float32"))
            d = R.call_tir(cls.twice, (a,), out_ty=R.Tensor((3,), "float32"))
            f = R.call_tir(cls.twice, (d,), out_ty=R.Tensor((3,), "float32"))
            R.output(a, f)
        g = R.call_tir(cls.twice, (f,), out_ty=R.Tensor((3,), "float32"))
        return g
