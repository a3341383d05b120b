# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def carried(x: T.Buffer((3,), "int32"), y: T.Buffer((3,), "int32")):
        # with T.sblock("root"):
        t = T.sblock_alloc_buffer((3,), "int32")
        u = T.sblock_alloc_buffer((3,), "int32")
        for i in range(3):
            with T.sblock("t"):
                v = T.axis.spatial(3, i)
                T.reads(x[v:v + v])
                T.writes(t[v])
                t[v] = v
            with T.sblock("y"):
                v = T.axis.spatial(3, i)
                T.reads(u[v], t[T.max(v - 1, 0)])
                T.writes(y[v])
                y[v] = t[T.max(v - 1, 0)]

    @R.function
    def main(x: R.Tensor((3,), dtype="int32")) -> R.Tensor((3,), dtype="int32"):
        cls = Module
        gv = R.call_tir(cls.carried, (x,), out_ty=R.Tensor((3,), dtype="int32"))
        return gv
