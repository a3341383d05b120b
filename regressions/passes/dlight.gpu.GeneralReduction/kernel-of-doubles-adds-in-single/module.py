# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def rms_norm(x0: T.Buffer((T.int64(1), T.int64(65), T.int64(12)), "float64"), x1: T.Buffer((T.int64(65), T.int64(12)), "float64"), T_cast: T.Buffer((T.int64(1), T.int64(65), T.int64(12)), "float64")):
        # with T.sblock("root"):
        T_cast_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(65), T.int64(12)))
        T_multiply = T.sblock_alloc_buffer((T.int64(1), T.int64(65), T.int64(12)))
        T_multiply_red = T.sblock_alloc_buffer((T.int64(1),))
        rsqrt = T.sblock_alloc_buffer((T.int64(1),), "float64")
        T_cast_2 = T.sblock_alloc_buffer((T.int64(65), T.int64(12)))
        T_rms_norm = T.sblock_alloc_buffer((T.int64(1), T.int64(65), T.int64(12)), "float64")
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(65), T.int64(12)):
            with T.sblock("T_cast"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x0[v_ax0, v_ax1, v_ax2])
                T.writes(T_cast_1[v_ax0, v_ax1, v_ax2])
                T_cast_1[v_ax0, v_ax1, v_ax2] = T.Cast("float32", x0[v_ax0, v_ax1, v_ax2])
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(65), T.int64(12)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_cast_1[v_ax0, v_ax1, v_ax2])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
                T_multiply[v_ax0, v_ax1, v_ax2] = T_cast_1[v_ax0, v_ax1, v_ax2]
        for ax0, k0, k1 in T.grid(T.int64(1), T.int64(65), T.int64(12)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_k0, v_k1 = T.axis.remap("SRR", [ax0, k0, k1])
                T.reads(T_multiply[v_ax0, v_k0, v_k1])
                T.writes(T_multiply_red[v_ax0])
                with T.init():
                    T_multiply_red[v_ax0] = T.float32(0.0)
                T_multiply_red[v_ax0] = T_multiply_red[v_ax0] + T_multiply[v_ax0, v_k0, v_k1]
        with T.sblock("rsqrt"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(T_multiply_red[v_ax0])
            T.writes(rsqrt[v_ax0])
            rsqrt[v_ax0] = T.Cast("float64", T_multiply_red[v_ax0])
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(65), T.int64(12)):
            with T.sblock("T_rms_norm"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(rsqrt[v_ax0], T_cast_1[v_ax0, v_ax1, v_ax2], T_cast_2[v_ax1, v_ax2])
                T.writes(T_rms_norm[v_ax0, v_ax1, v_ax2])
                T_rms_norm[v_ax0, v_ax1, v_ax2] = rsqrt[v_ax0]
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(65), T.int64(12)):
            with T.sblock("T_cast_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_rms_norm[v_ax0, v_ax1, v_ax2])
                T.writes(T_cast[v_ax0, v_ax1, v_ax2])
                T_cast[v_ax0, v_ax1, v_ax2] = T_rms_norm[v_ax0, v_ax1, v_ax2]

    @R.function
    def main(x0: R.Tensor((1, 65, 12), dtype="float64"), x1: R.Tensor((65, 12), dtype="float64")) -> R.Tensor((1, 65, 12), dtype="float64"):
        cls = Module
        y0 = R.call_tir(cls.rms_norm, (x0, x1), out_ty=R.Tensor((1, 65, 12), dtype="float64"))
        return y0
