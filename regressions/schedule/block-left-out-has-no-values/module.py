# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def strided_slice(gv17: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), T_strided_slice_with_axes: T.Buffer((T.int64(1), T.int64(1), T.int64(0), T.int64(1)), "float32")):
        # with T.sblock("root"):
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(1), T.int64(0)):
            with T.sblock("T_strided_slice_with_axes"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                v_ax3 = T.axis.spatial(T.int64(1), T.int64(0))
                T.reads(gv17[T.int64(0), v_ax1, T.int64(0), v_ax3])
                T.writes(T_strided_slice_with_axes[v_ax0, v_ax1, v_ax2, v_ax3])
                T_strided_slice_with_axes[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)

    @R.function
    def main(gv17: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 0, 1), dtype="float32"):
        cls = Module
        gv18 = R.call_tir(cls.strided_slice, (gv17,), out_ty=R.Tensor((1, 1, 0, 1), dtype="float32"))
        return gv18
