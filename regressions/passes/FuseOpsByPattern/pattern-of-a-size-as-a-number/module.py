# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(lv3: T.Buffer((T.int64(1), T.int64(1)), "float32"), m: T.int64, T_reshape: T.Buffer((m,), "float32")):
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(12), T.int64(0))
            T.reads(lv3[T.int64(0), T.int64(0)])
            T.writes(T_reshape[v_ax0])
            T_reshape[v_ax0] = T.float32(0.0)

    @R.function
    def main(m: T.int64, lv3: R.Tensor((2 * m, 1), dtype="float32")) -> R.Tensor((2 * m * 6,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv4 = R.call_tir(cls.reshape, (lv3, m), out_ty=R.Tensor((2 * m * 6,), dtype="float32"))
            R.output(lv4)
        return lv4
