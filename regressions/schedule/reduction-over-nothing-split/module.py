# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max(x1: T.Buffer((T.int64(0), T.int64(1)), "uint32"), x1_red: T.Buffer((T.int64(1), T.int64(1)), "uint32")):
        # with T.sblock("root"):
        for ax1, k0, k1 in T.grid(T.int64(1), T.int64(0), T.int64(1)):
            with T.sblock("x1_red"):
                v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
                v_ax1, v_k0, v_k1 = T.axis.remap("SRR", [ax1, k0, k1])
                T.reads(x1[v_k0, v_k1])
                T.writes(x1_red[v_ax0, v_ax1])
                with T.init():
                    x1_red[v_ax0, v_ax1] = T.uint32(0)
                x1_red[v_ax0, v_ax1] = T.uint32(0)

    @R.function
    def main(x1: R.Tensor((0, 1), dtype="uint32")) -> R.Tensor((1, 1), dtype="uint32"):
        cls = Module
        gv13 = R.call_tir(cls.max, (x1,), out_ty=R.Tensor((1, 1), dtype="uint32"))
        return gv13
