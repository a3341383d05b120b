# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(x: T.Buffer((3,), "int32"), y: T.Buffer((3,), "int32")):
        # with T.sblock("root"):
        t = T.sblock_alloc_buffer((3,), "int32")
        for i in range(3):
            with T.sblock("a"):
                v = T.axis.spatial(3, i)
                T.reads(x[v])
                T.writes(t[v])
                t[v] = v
            with T.sblock("b"):
                v = T.axis.spatial(3, i)
                T.where(i > 0)
                T.reads(t[0:2])
                T.writes(y[v])
                y[v] = t[v - 1]
        with T.sblock("c"):
            T.reads(x[0])
            T.writes(y[0])
            y[0] = 0

    @R.function
    def main(x: R.Tensor((3,), dtype="int32")) -> R.Tensor((3,), dtype="int32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((3,), dtype="int32"))
        return gv
