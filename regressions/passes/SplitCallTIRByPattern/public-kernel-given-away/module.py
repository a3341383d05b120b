# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def maximum(y: T.Buffer((T.int64(4),), "float32"), x: T.Buffer((T.int64(4),), "float32"), T_maximum: T.Buffer((T.int64(4),), "float32")):
        # with T.sblock("root"):
        for ax0 in range(T.int64(4)):
            with T.sblock("T_maximum"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(y[v_ax0], x[v_ax0])
                T.writes(T_maximum[v_ax0])
                T_maximum[v_ax0] = T.max(y[v_ax0], x[v_ax0])

    @R.function
    def main_beside(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        z = R.call_tir(cls.maximum, (x, x), out_ty=R.Tensor((4,), dtype="float32"))
        return z

    @R.function
    def main(x0: R.Tensor((), dtype="uint64")) -> R.Tensor((), dtype="uint64"):
        return x0
