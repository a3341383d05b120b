# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_reshape1_reshape2_reshape3_multiply1(lv0: T.Buffer((T.int64(1),), "float32"), lv5: T.Buffer((), "float32"), T_multiply_intermediate: T.Buffer((T.int64(1),), "float32")):
        # with T.sblock("root"):
        T_reshape_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_reshape_intermediate_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_reshape_intermediate_1_2 = T.sblock_alloc_buffer((T.int64(1),))
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv0[T.int64(0)])
            T.writes(T_reshape_intermediate[v_ax0, v_ax1])
            T_reshape_intermediate[v_ax0, v_ax1] = T.float32(0.0)

    @R.function
    def main(x1: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x1
