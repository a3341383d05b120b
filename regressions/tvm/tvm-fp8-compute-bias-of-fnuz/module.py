# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(x: T.Buffer((2,), "float8_e4m3b11fnuz"), y: T.Buffer((2,), "float32")):
        # with T.sblock("root"):
        for i in range(2):
            with T.sblock("y"):
                v = T.axis.spatial(2, i)
                T.reads(x[v])
                T.writes(y[v])
                y[v] = T.Cast("float32", x[v])

    @R.function
    def main(x: R.Tensor((2,), dtype="float8_e4m3b11fnuz")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((2,), dtype="float32"))
        return gv
