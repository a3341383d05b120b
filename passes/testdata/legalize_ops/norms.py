# RUN: LegalizeOps
# Stages as topi makes them: where sums are divided, what is widened, and groups as a dimension.
from tvm.script import ir as I, relax as R, tirx as T
@I.ir_module
class Module:
    @R.function
    def layer(x: R.Tensor((2, "n", 4), dtype="float16"), g: R.Tensor(("n", 4), dtype="float16"), b: R.Tensor(("n", 4), dtype="float16")):
        gv = R.nn.layer_norm(x, g, b, axes=[1, 2])
        return gv

    @R.function
    def rms(x: R.Tensor((2, 3, 4), dtype="float64"), w: R.Tensor((3, 4), dtype="float64")):
        gv = R.nn.rms_norm(x, w, axes=[-2, -1])
        return gv

    @R.function
    def instance(x: R.Tensor((2, 3, 4), dtype="float32"), g: R.Tensor((3,), dtype="float32"), b: R.Tensor((3,), dtype="float32")):
        gv = R.nn.instance_norm(x, g, b, channel_axis=1, axes=[2])
        return gv

    @R.function
    def group(x: R.Tensor((2, 4, 5), dtype="float16"), g: R.Tensor((4,), dtype="float16"), b: R.Tensor((4,), dtype="float16")):
        gv = R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2])
        return gv
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def group_norm(x: T.Buffer((T.int64(2), T.int64(4), T.int64(5)), "float16"), g: T.Buffer((T.int64(4),), "float16"), b: T.Buffer((T.int64(4),), "float16"), T_reshape: T.Buffer((T.int64(2), T.int64(4), T.int64(5)), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_reshape_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(2), T.int64(2), T.int64(5)), "float16")
        T_cast = T.sblock_alloc_buffer((T.int64(2), T.int64(2), T.int64(2), T.int64(5)))
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)))
        T_reshape_2 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)), "float16")
        T_reshape_3 = T.sblock_alloc_buffer((T.int64(2), T.int64(2)), "float16")
        T_group_norm = T.sblock_alloc_buffer((T.int64(2), T.int64(2), T.int64(2), T.int64(5)), "float16")
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(2), T.int64(2), T.int64(5)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[((v_ax1 * T.int64(2) + v_ax3 // T.int64(5) + v_ax2) // T.int64(4) + v_ax0) % T.int64(2), (v_ax1 * T.int64(2) + v_ax3 // T.int64(5) + v_ax2) % T.int64(4), v_ax3 % T.int64(5)])
                T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3] = x[((v_ax1 * T.int64(2) + v_ax3 // T.int64(5) + v_ax2) // T.int64(4) + v_ax0) % T.int64(2), (v_ax1 * T.int64(2) + v_ax3 // T.int64(5) + v_ax2) % T.int64(4), v_ax3 % T.int64(5)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(2), T.int64(2), T.int64(5)):
            with T.sblock("T_cast"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_cast[v_ax0, v_ax1, v_ax2, v_ax3])
                T_cast[v_ax0, v_ax1, v_ax2, v_ax3] = T.Cast("float32", T_reshape_1[v_ax0, v_ax1, v_ax2, v_ax3])
        for ax0, ax1, k0, k1 in T.grid(T.int64(2), T.int64(2), T.int64(2), T.int64(5)):
            with T.sblock("x_red_temp"):
                v_ax0, v_ax1, v_k0, v_k1 = T.axis.remap("SSRR", [ax0, ax1, k0, k1])
                T.reads(T_cast[v_ax0, v_ax1, v_k0, v_k1])
                T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
                with T.init():
                    x_red_temp_v0[v_ax0, v_ax1] = T.float32(0.0)
                    x_red_temp_v1[v_ax0, v_ax1] = T.float32(0.0)
                v_x_red_temp_v0: T.let[T.float32] = x_red_temp_v0[v_ax0, v_ax1] + T_cast[v_ax0, v_ax1, v_k0, v_k1]
                v_x_red_temp_v1: T.let[T.float32] = x_red_temp_v1[v_ax0, v_ax1] + T_cast[v_ax0, v_ax1, v_k0, v_k1] * T_cast[v_ax0, v_ax1, v_k0, v_k1]
                x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_reshape_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(g[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)])
                T.writes(T_reshape_2[v_ax0, v_ax1])
                T_reshape_2[v_ax0, v_ax1] = g[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_reshape_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(b[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)])
                T.writes(T_reshape_3[v_ax0, v_ax1])
                T_reshape_3[v_ax0, v_ax1] = b[(v_ax0 * T.int64(2) + v_ax1) % T.int64(4)]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(2), T.int64(2), T.int64(5)):
            with T.sblock("T_group_norm"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(T_cast[v_ax0, v_ax1, v_ax2, v_ax3], x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1], T_reshape_2[v_ax1, v_ax2], T_reshape_3[v_ax1, v_ax2])
                T.writes(T_group_norm[v_ax0, v_ax1, v_ax2, v_ax3])
                T_group_norm[v_ax0, v_ax1, v_ax2, v_ax3] = T.Cast("float16", (T_cast[v_ax0, v_ax1, v_ax2, v_ax3] - x_red_temp_v0[v_ax0, v_ax1] / T.float32(10.0)) * T.rsqrt(x_red_temp_v1[v_ax0, v_ax1] / T.float32(10.0) - x_red_temp_v0[v_ax0, v_ax1] / T.float32(10.0) * (x_red_temp_v0[v_ax0, v_ax1] / T.float32(10.0)) + T.float32(1.0000000000000001e-05))) * T_reshape_2[v_ax1, v_ax2] + T_reshape_3[v_ax1, v_ax2]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(5)):
            with T.sblock("T_reshape_3"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_group_norm[((v_ax2 // T.int64(5) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(5) + v_ax1) % T.int64(4) // T.int64(2), (v_ax2 // T.int64(5) + v_ax1) % T.int64(2), v_ax2 % T.int64(5)])
                T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
                T_reshape[v_ax0, v_ax1, v_ax2] = T_group_norm[((v_ax2 // T.int64(5) + v_ax1) // T.int64(4) + v_ax0) % T.int64(2), (v_ax2 // T.int64(5) + v_ax1) % T.int64(4) // T.int64(2), (v_ax2 // T.int64(5) + v_ax1) % T.int64(2), v_ax2 % T.int64(5)]

    @T.prim_func(private=True, s_tir=True)
    def instance_norm(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), g: T.Buffer((T.int64(3),), "float32"), b: T.Buffer((T.int64(3),), "float32"), T_instance_norm: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        for ax0, ax1, k0 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("x_red_temp"):
                v_ax0, v_ax1, v_k0 = T.axis.remap("SSR", [ax0, ax1, k0])
                T.reads(x[v_ax0, v_ax1, v_k0])
                T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
                with T.init():
                    x_red_temp_v0[v_ax0, v_ax1] = T.float32(0.0)
                    x_red_temp_v1[v_ax0, v_ax1] = T.float32(0.0)
                v_x_red_temp_v0: T.let[T.float32] = x_red_temp_v0[v_ax0, v_ax1] + x[v_ax0, v_ax1, v_k0]
                v_x_red_temp_v1: T.let[T.float32] = x_red_temp_v1[v_ax0, v_ax1] + x[v_ax0, v_ax1, v_k0] * x[v_ax0, v_ax1, v_k0]
                x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("T_instance_norm"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2], x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1], g[v_ax1], b[v_ax1])
                T.writes(T_instance_norm[v_ax0, v_ax1, v_ax2])
                T_instance_norm[v_ax0, v_ax1, v_ax2] = (x[v_ax0, v_ax1, v_ax2] - x_red_temp_v0[v_ax0, v_ax1] / T.float32(4.0)) * T.rsqrt(x_red_temp_v1[v_ax0, v_ax1] / T.float32(4.0) - x_red_temp_v0[v_ax0, v_ax1] / T.float32(4.0) * (x_red_temp_v0[v_ax0, v_ax1] / T.float32(4.0)) + T.float32(1.0000000000000001e-05)) * g[v_ax1] + b[v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def layer_norm(x: T.Buffer((T.int64(2), "n", T.int64(4)), "float16"), g: T.Buffer((n, T.int64(4)), "float16"), b: T.Buffer((n, T.int64(4)), "float16"), T_layer_norm: T.Buffer((T.int64(2), n, T.int64(4)), "float16")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        x_sum = T.sblock_alloc_buffer((T.int64(2),))
        T_divide = T.sblock_alloc_buffer((T.int64(2),))
        x_var_sum = T.sblock_alloc_buffer((T.int64(2),))
        for ax0, k0, k1 in T.grid(T.int64(2), n, T.int64(4)):
            with T.sblock("x_sum"):
                v_ax0, v_k0, v_k1 = T.axis.remap("SRR", [ax0, k0, k1])
                T.reads(x[v_ax0, v_k0, v_k1])
                T.writes(x_sum[v_ax0])
                with T.init():
                    x_sum[v_ax0] = T.float32(0.0)
                x_sum[v_ax0] = x_sum[v_ax0] + T.Cast("float32", x[v_ax0, v_k0, v_k1])
        for ax0 in range(T.int64(2)):
            with T.sblock("T_divide"):
                v_ax0 = T.axis.spatial(T.int64(2), ax0)
                T.reads(x_sum[v_ax0])
                T.writes(T_divide[v_ax0])
                T_divide[v_ax0] = x_sum[v_ax0] / (T.Cast("float32", n) * T.float32(4.0))
        for ax0, k0, k1 in T.grid(T.int64(2), n, T.int64(4)):
            with T.sblock("x_var_sum"):
                v_ax0, v_k0, v_k1 = T.axis.remap("SRR", [ax0, k0, k1])
                T.reads(x[v_ax0, v_k0, v_k1], T_divide[v_ax0])
                T.writes(x_var_sum[v_ax0])
                with T.init():
                    x_var_sum[v_ax0] = T.float32(0.0)
                x_var_sum[v_ax0] = x_var_sum[v_ax0] + (T.Cast("float32", x[v_ax0, v_k0, v_k1]) - T_divide[v_ax0]) * (T.Cast("float32", x[v_ax0, v_k0, v_k1]) - T_divide[v_ax0])
        for ax0, ax1, ax2 in T.grid(T.int64(2), n, T.int64(4)):
            with T.sblock("T_layer_norm"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2], T_divide[v_ax0], x_var_sum[v_ax0], g[v_ax1, v_ax2], b[v_ax1, v_ax2])
                T.writes(T_layer_norm[v_ax0, v_ax1, v_ax2])
                T_layer_norm[v_ax0, v_ax1, v_ax2] = T.Cast("float16", (T.Cast("float32", x[v_ax0, v_ax1, v_ax2]) - T_divide[v_ax0]) * T.rsqrt(x_var_sum[v_ax0] / (T.Cast("float32", n) * T.float32(4.0)) + T.float32(1.0000000000000001e-05))) * g[v_ax1, v_ax2] + b[v_ax1, v_ax2]

    @T.prim_func(private=True, s_tir=True)
    def rms_norm(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float64"), w: T.Buffer((T.int64(3), T.int64(4)), "float64"), T_cast: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float64")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        T_cast_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(4)))
        T_multiply = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(4)))
        T_multiply_red = T.sblock_alloc_buffer((T.int64(2),))
        rsqrt = T.sblock_alloc_buffer((T.int64(2),), "float64")
        T_cast_2 = T.sblock_alloc_buffer((T.int64(3), T.int64(4)))
        T_rms_norm = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(4)), "float64")
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("T_cast"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2])
                T.writes(T_cast_1[v_ax0, v_ax1, v_ax2])
                T_cast_1[v_ax0, v_ax1, v_ax2] = T.Cast("float32", x[v_ax0, v_ax1, v_ax2])
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_cast_1[v_ax0, v_ax1, v_ax2])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
                T_multiply[v_ax0, v_ax1, v_ax2] = T_cast_1[v_ax0, v_ax1, v_ax2] * T_cast_1[v_ax0, v_ax1, v_ax2]
        for ax0, k0, k1 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_k0, v_k1 = T.axis.remap("SRR", [ax0, k0, k1])
                T.reads(T_multiply[v_ax0, v_k0, v_k1])
                T.writes(T_multiply_red[v_ax0])
                with T.init():
                    T_multiply_red[v_ax0] = T.float32(0.0)
                T_multiply_red[v_ax0] = T_multiply_red[v_ax0] + T_multiply[v_ax0, v_k0, v_k1]
        for ax0 in range(T.int64(2)):
            with T.sblock("rsqrt"):
                v_ax0 = T.axis.spatial(T.int64(2), ax0)
                T.reads(T_multiply_red[v_ax0])
                T.writes(rsqrt[v_ax0])
                rsqrt[v_ax0] = T.rsqrt(T.Cast("float64", T_multiply_red[v_ax0] / T.float32(12.0)) + T.float64(1.0000000000000001e-05))
        for ax0, ax1 in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("T_cast_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(w[v_ax0, v_ax1])
                T.writes(T_cast_2[v_ax0, v_ax1])
                T_cast_2[v_ax0, v_ax1] = T.Cast("float32", w[v_ax0, v_ax1])
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("T_rms_norm"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(rsqrt[v_ax0], T_cast_1[v_ax0, v_ax1, v_ax2], T_cast_2[v_ax1, v_ax2])
                T.writes(T_rms_norm[v_ax0, v_ax1, v_ax2])
                T_rms_norm[v_ax0, v_ax1, v_ax2] = rsqrt[v_ax0] * T.Cast("float64", T_cast_1[v_ax0, v_ax1, v_ax2]) * T.Cast("float64", T_cast_2[v_ax1, v_ax2])
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("T_cast_2"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_rms_norm[v_ax0, v_ax1, v_ax2])
                T.writes(T_cast[v_ax0, v_ax1, v_ax2])
                T_cast[v_ax0, v_ax1, v_ax2] = T_rms_norm[v_ax0, v_ax1, v_ax2]

    @R.function
    def group(x: R.Tensor((2, 4, 5), dtype="float16"), g: R.Tensor((4,), dtype="float16"), b: R.Tensor((4,), dtype="float16")) -> R.Tensor((2, 4, 5), dtype="float16"):
        cls = Module
        gv = R.call_tir(cls.group_norm, (x, g, b), out_ty=R.Tensor((2, 4, 5), dtype="float16"))
        return gv

    @R.function
    def instance(x: R.Tensor((2, 3, 4), dtype="float32"), g: R.Tensor((3,), dtype="float32"), b: R.Tensor((3,), dtype="float32")) -> R.Tensor((2, 3, 4), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.instance_norm, (x, g, b), out_ty=R.Tensor((2, 3, 4), dtype="float32"))
        return gv

    @R.function
    def layer(x: R.Tensor((2, "n", 4), dtype="float16"), g: R.Tensor(("n", 4), dtype="float16"), b: R.Tensor(("n", 4), dtype="float16")) -> R.Tensor((2, "n", 4), dtype="float16"):
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.layer_norm, (x, g, b), out_ty=R.Tensor((2, n, 4), dtype="float16"))
        return gv

    @R.function
    def rms(x: R.Tensor((2, 3, 4), dtype="float64"), w: R.Tensor((3, 4), dtype="float64")) -> R.Tensor((2, 3, 4), dtype="float64"):
        cls = Module
        gv = R.call_tir(cls.rms_norm, (x, w), out_ty=R.Tensor((2, 3, 4), dtype="float64"))
        return gv
