# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def collapse_sum3(gv16: T.Buffer((T.int64(0), T.int64(1), T.int64(1)), "int64"), n: T.int64, m: T.int64, T_collapse_sum: T.Buffer((T.int64(1),), "int64")):
        # with T.sblock("root"):
        for ax0, k0 in T.grid(T.int64(1), T.int64(0)):
            with T.sblock("T_collapse_sum"):
                v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
                v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
                v_k2 = T.axis.reduce(T.int64(0), T.int64(0))
                T.reads(gv16[v_k0, v_k1, v_k2])
                T.writes(T_collapse_sum[v_ax0])
                with T.init():
                    T_collapse_sum[v_ax0] = T.int64(0)
                T_collapse_sum[v_ax0] = T.int64(0)

    @R.function
    def main(gv16: R.Tensor((0, 1, 1), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        cls = Module
        gv18 = R.call_tir(cls.collapse_sum3, (gv16, 1, 1), out_ty=R.Tensor((1,), dtype="int64"))
        return gv18
