# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def broadcast_to(d: T.Buffer((T.int64(1), T.int64(2)), "float32"), T_broadcast_to: T.Buffer(("s1", T.int64(2)), "float32")):
        s1 = T.int64()
        # with T.sblock("root"):
        with T.sblock("T_broadcast_to"):
            v_ax0 = T.axis.spatial(s1, T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(2), T.int64(0))
            T.reads(d[T.int64(0), v_ax1])
            T.writes(T_broadcast_to[v_ax0, v_ax1])
            T_broadcast_to[v_ax0, v_ax1] = T.float32(0.0)

    @R.function
    def main(sh: R.Shape([1, 2]), d: R.Tensor((1, 2), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        s1 = T.int64()
        cls = Module
        with R.dataflow():
            d_1: R.Tensor((1, 2), dtype="float32") = R.negative(d)
            sb: R.Shape([s1, 2]) = R.match_cast(sh, R.Shape([s1, 2]))
            c = R.call_tir(cls.broadcast_to, (d_1,), out_ty=R.Tensor((s1, 2), dtype="float32"))
            R.output(c)
        return c
