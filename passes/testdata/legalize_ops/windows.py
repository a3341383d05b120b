# RUN: LegalizeOps
# Windows: which bounds padding asks for, how many places count, and what a transposed convolution takes apart.
from tvm.script import ir as I, relax as R, tirx as T
@I.ir_module
class Module:
    @R.function
    def included(x: R.Tensor((2, 3, 14), dtype="float32")):
        gv = R.nn.avg_pool1d(x, pool_size=[3], strides=[3], padding=[2, 2], ceil_mode=True, count_include_pad=True)
        return gv

    @R.function
    def excluded(x: R.Tensor((2, 3, "n"), dtype="float32")):
        gv = R.nn.avg_pool1d(x, pool_size=[3], padding=[1, 0], dilation=[2], count_include_pad=False)
        return gv

    @R.function
    def outside(x: R.Tensor((2, 3, 4), dtype="float32")):
        gv = R.nn.avg_pool1d(x, pool_size=[1], padding=[3, 3], count_include_pad=False)
        return gv

    @R.function
    def strided(x: R.Tensor((2, 3, 14), dtype="float32")):
        gv = R.nn.avg_pool1d(x, pool_size=[3], strides=[2], padding=[1, 1], count_include_pad=False)
        return gv

    @R.function
    def greatest(x: R.Tensor((2, 3, "h", "w"), dtype="float32")):
        gv = R.nn.max_pool2d(x, pool_size=[2, 2], padding=[0, 1, 0, 0])
        return gv

    @R.function
    def even(x: R.Tensor((2, 3, 8), dtype="float32")):
        gv = R.nn.adaptive_avg_pool1d(x, output_size=[4])
        return gv

    @R.function
    def uneven(x: R.Tensor((2, 3, 8), dtype="float32")):
        gv = R.nn.adaptive_avg_pool1d(x, output_size=[3])
        return gv

    @R.function
    def transposed(x: R.Tensor((2, 4, "n"), dtype="float32"), w: R.Tensor((4, 1, 3), dtype="float32")):
        gv = R.nn.conv1d_transpose(x, w, strides=[2], padding=[1, 1], output_padding=[1], groups=2)
        return gv

    @R.function
    def dilated(x: R.Tensor((2, 4, 7), dtype="float32"), w: R.Tensor((4, 1, 3), dtype="float32")):
        gv = R.nn.conv1d_transpose(x, w, dilation=[2])
        return gv
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool1d(x: T.Buffer((T.int64(2), T.int64(3), T.int64(8)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        adaptive_pool_sum = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(4)))
        for ax0, ax1, ax2, rv0 in T.grid(T.int64(2), T.int64(3), T.int64(4), T.int64(2)):
            with T.sblock("adaptive_pool_sum"):
                v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0])
                T.writes(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
                with T.init():
                    adaptive_pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                adaptive_pool_sum[v_ax0, v_ax1, v_ax2] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2] + x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("adaptive_pool_avg"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
                T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2])
                T.sblock_attr({"schedule_rule": "meta_schedule.adaptive_pool_avg"})
                adaptive_pool_avg[v_ax0, v_ax1, v_ax2] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2] / T.float32(2.0)

    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool1d1(x: T.Buffer((T.int64(2), T.int64(3), T.int64(8)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(2), T.int64(3), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        adaptive_pool_sum = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(3)))
        for ax0, ax1, ax2, rv0 in T.grid(T.int64(2), T.int64(3), T.int64(3), T.int64(4)):
            with T.sblock("adaptive_pool_sum"):
                v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
                T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(8) // T.int64(3) + v_rv0])
                T.writes(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
                with T.init():
                    adaptive_pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                adaptive_pool_sum[v_ax0, v_ax1, v_ax2] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2] + T.if_then_else(v_ax2 * T.int64(8) // T.int64(3) + v_rv0 < ((v_ax2 + T.int64(1)) * T.int64(8) + T.int64(2)) // T.int64(3), x[v_ax0, v_ax1, v_ax2 * T.int64(8) // T.int64(3) + v_rv0], T.float32(0.0))
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(3)):
            with T.sblock("adaptive_pool_avg"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
                T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2])
                T.sblock_attr({"schedule_rule": "meta_schedule.adaptive_pool_avg"})
                adaptive_pool_avg[v_ax0, v_ax1, v_ax2] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2] / T.Cast("float32", ((v_ax2 + T.int64(1)) * T.int64(8) + T.int64(2)) // T.int64(3) - v_ax2 * T.int64(8) // T.int64(3))

    @T.prim_func(private=True, s_tir=True)
    def avg_pool1d(x: T.Buffer((T.int64(2), T.int64(3), "n"), "float32"), pool_avg: T.Buffer((T.int64(2), T.int64(3), n - T.int64(3)), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((T.int64(2), T.int64(3), n + T.int64(1)))
        pool_sum = T.sblock_alloc_buffer((T.int64(2), T.int64(3), n - T.int64(3)))
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(3), n + T.int64(1)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2])
                pad_temp[v_i0, v_i1, v_i2] = T.if_then_else(T.int64(1) <= v_i2, x[v_i0, v_i1, v_i2 - T.int64(1)], T.float32(0.0))
        for ax0, ax1, ax2, rv0 in T.grid(T.int64(2), T.int64(3), n - T.int64(3), T.int64(3)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
                T.reads(pad_temp[v_ax0, v_ax1, v_rv0 * T.int64(2) + v_ax2])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] + pad_temp[v_ax0, v_ax1, v_rv0 * T.int64(2) + v_ax2]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), n - T.int64(3)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] / T.Cast("float32", T.max(T.Div(T.min(T.int64(3), n - v_ax2 - T.int64(1)) + T.int64(1) - T.max(T.Div(T.int64(2) - v_ax2, T.int64(2)), T.int64(0)) * T.int64(2), T.int64(2)) + T.int64(1), T.int64(1)))

    @T.prim_func(private=True, s_tir=True)
    def avg_pool1d1(x: T.Buffer((T.int64(2), T.int64(3), T.int64(14)), "float32"), pool_avg: T.Buffer((T.int64(2), T.int64(3), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(20)))
        pool_sum = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(6)))
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(3), T.int64(20)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(2)])
                T.writes(pad_temp[v_i0, v_i1, v_i2])
                pad_temp[v_i0, v_i1, v_i2] = T.if_then_else(T.int64(2) <= v_i2 and v_i2 < T.int64(16), x[v_i0, v_i1, v_i2 - T.int64(2)], T.float32(0.0))
        for ax0, ax1, ax2, rv0 in T.grid(T.int64(2), T.int64(3), T.int64(6), T.int64(3)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(3) + v_rv0])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] + pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(3) + v_rv0]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(6)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] / T.Cast("float32", T.min(T.int64(0), T.int64(5) - v_ax2) * T.int64(3) + T.int64(3))

    @T.prim_func(private=True, s_tir=True)
    def avg_pool1d2(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), pool_avg: T.Buffer((T.int64(2), T.int64(3), T.int64(10)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(10)))
        pool_sum = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(10)))
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(3), T.int64(10)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(3)])
                T.writes(pad_temp[v_i0, v_i1, v_i2])
                pad_temp[v_i0, v_i1, v_i2] = T.if_then_else(T.int64(3) <= v_i2 and v_i2 < T.int64(7), x[v_i0, v_i1, v_i2 - T.int64(3)], T.float32(0.0))
        for ax0, ax1, ax2, rv0 in T.grid(T.int64(2), T.int64(3), T.int64(10), T.int64(1)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 + v_rv0])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] + pad_temp[v_ax0, v_ax1, v_ax2 + v_rv0]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(10)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] / T.Cast("float32", T.max(T.min(v_ax2 - T.int64(3), T.int64(3)) + T.int64(4) - v_ax2 - T.max(T.int64(3) - v_ax2, T.int64(0)), T.int64(1)))

    @T.prim_func(private=True, s_tir=True)
    def avg_pool1d3(x: T.Buffer((T.int64(2), T.int64(3), T.int64(14)), "float32"), pool_avg: T.Buffer((T.int64(2), T.int64(3), T.int64(7)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(16)))
        pool_sum = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(7)))
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(3), T.int64(16)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2])
                pad_temp[v_i0, v_i1, v_i2] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(15), x[v_i0, v_i1, v_i2 - T.int64(1)], T.float32(0.0))
        for ax0, ax1, ax2, rv0 in T.grid(T.int64(2), T.int64(3), T.int64(7), T.int64(3)):
            with T.sblock("pool_sum"):
                v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0])
                T.writes(pool_sum[v_ax0, v_ax1, v_ax2])
                with T.init():
                    pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                pool_sum[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] + pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(7)):
            with T.sblock("pool_avg"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(pool_sum[v_ax0, v_ax1, v_ax2])
                T.writes(pool_avg[v_ax0, v_ax1, v_ax2])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_avg"})
                pool_avg[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] / T.Cast("float32", T.max(T.min(v_ax2 * T.int64(2) + T.int64(1), T.int64(13)) + T.int64(2) - T.max(T.int64(1) - v_ax2 * T.int64(2), T.int64(0)) - v_ax2 * T.int64(2), T.int64(1)))

    @T.prim_func(private=True, s_tir=True)
    def conv1d_transpose(x: T.Buffer((T.int64(2), T.int64(4), T.int64(7)), "float32"), w: T.Buffer((T.int64(4), T.int64(1), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(1), T.int64(11)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        data_dilate = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(7)))
        data_pad = T.sblock_alloc_buffer((T.int64(2), T.int64(4), T.int64(15)))
        kernel_dilate = T.sblock_alloc_buffer((T.int64(4), T.int64(1), T.int64(5)))
        kernel_transform = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(5)))
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(7)):
            with T.sblock("data_dilate"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2])
                T.writes(data_dilate[v_i0, v_i1, v_i2])
                data_dilate[v_i0, v_i1, v_i2] = x[v_i0, v_i1, v_i2]
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(15)):
            with T.sblock("data_pad"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(data_dilate[v_i0, v_i1, v_i2 - T.int64(4)])
                T.writes(data_pad[v_i0, v_i1, v_i2])
                data_pad[v_i0, v_i1, v_i2] = T.if_then_else(T.int64(4) <= v_i2 and v_i2 < T.int64(11), data_dilate[v_i0, v_i1, v_i2 - T.int64(4)], T.float32(0.0))
        for i0, i1, i2 in T.grid(T.int64(4), T.int64(1), T.int64(5)):
            with T.sblock("kernel_dilate"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(w[v_i0, v_i1, v_i2 // T.int64(2)])
                T.writes(kernel_dilate[v_i0, v_i1, v_i2])
                kernel_dilate[v_i0, v_i1, v_i2] = T.if_then_else(v_i2 % T.int64(2) == T.int64(0), w[v_i0, v_i1, v_i2 // T.int64(2)], T.float32(0.0))
        for o, i, w_1 in T.grid(T.int64(1), T.int64(4), T.int64(5)):
            with T.sblock("kernel_transform"):
                v_o, v_i, v_w = T.axis.remap("SSS", [o, i, w_1])
                T.reads(kernel_dilate[v_i, v_o, T.int64(4) - v_w])
                T.writes(kernel_transform[v_o, v_i, v_w])
                kernel_transform[v_o, v_i, v_w] = kernel_dilate[v_i, v_o, T.int64(4) - v_w]
        for i0, i1, i2, dc, dw in T.grid(T.int64(2), T.int64(1), T.int64(11), T.int64(4), T.int64(5)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2, v_dc, v_dw = T.axis.remap("SSSRR", [i0, i1, i2, dc, dw])
                T.reads(data_pad[v_i0, v_dc, v_i2 + v_dw], kernel_transform[v_i1, v_dc, v_dw])
                T.writes(compute[v_i0, v_i1, v_i2])
                with T.init():
                    compute[v_i0, v_i1, v_i2] = T.float32(0.0)
                compute[v_i0, v_i1, v_i2] = compute[v_i0, v_i1, v_i2] + data_pad[v_i0, v_dc, v_i2 + v_dw] * kernel_transform[v_i1, v_dc, v_dw]

    @T.prim_func(private=True, s_tir=True)
    def conv1d_transpose1(x: T.Buffer((T.int64(2), T.int64(4), "n"), "float32"), w: T.Buffer((T.int64(4), T.int64(1), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(2), n * T.int64(2)), "float32")):
        n = T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        data_dilate = T.sblock_alloc_buffer((T.int64(2), T.int64(4), n * T.int64(2) - T.int64(1)))
        data_pad = T.sblock_alloc_buffer((T.int64(2), T.int64(4), n * T.int64(2) + T.int64(2)))
        kernel_transform = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(3)))
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), n * T.int64(2) - T.int64(1)):
            with T.sblock("data_dilate"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2 // T.int64(2)])
                T.writes(data_dilate[v_i0, v_i1, v_i2])
                data_dilate[v_i0, v_i1, v_i2] = T.if_then_else(v_i2 % T.int64(2) == T.int64(0), x[v_i0, v_i1, v_i2 // T.int64(2)], T.float32(0.0))
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), n * T.int64(2) + T.int64(2)):
            with T.sblock("data_pad"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(data_dilate[v_i0, v_i1, v_i2 - T.int64(1)])
                T.writes(data_pad[v_i0, v_i1, v_i2])
                data_pad[v_i0, v_i1, v_i2] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < n * T.int64(2), data_dilate[v_i0, v_i1, v_i2 - T.int64(1)], T.float32(0.0))
        for o, i, w_1 in T.grid(T.int64(1), T.int64(4), T.int64(3)):
            with T.sblock("kernel_transform"):
                v_o, v_i, v_w = T.axis.remap("SSS", [o, i, w_1])
                T.reads(w[v_i, v_o, T.int64(2) - v_w])
                T.writes(kernel_transform[v_o, v_i, v_w])
                kernel_transform[v_o, v_i, v_w] = w[v_i, v_o, T.int64(2) - v_w]
        for i0, i1, i2, dc, dw in T.grid(T.int64(2), T.int64(2), n * T.int64(2), T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1, v_i2, v_dc, v_dw = T.axis.remap("SSSRR", [i0, i1, i2, dc, dw])
                T.reads(data_pad[v_i0, v_i1 * T.int64(2) + v_dc, v_i2 + v_dw], kernel_transform[T.int64(0), v_i1 * T.int64(2) + v_dc, v_dw])
                T.writes(compute[v_i0, v_i1, v_i2])
                with T.init():
                    compute[v_i0, v_i1, v_i2] = T.float32(0.0)
                compute[v_i0, v_i1, v_i2] = compute[v_i0, v_i1, v_i2] + data_pad[v_i0, v_i1 * T.int64(2) + v_dc, v_i2 + v_dw] * kernel_transform[T.int64(0), v_i1 * T.int64(2) + v_dc, v_dw]

    @T.prim_func(private=True, s_tir=True)
    def max_pool2d(x: T.Buffer((T.int64(2), T.int64(3), "h", "w"), "float32"), pool_max: T.Buffer((T.int64(2), T.int64(3), h - T.int64(1), w), "float32")):
        h, w = T.int64(), T.int64()
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((T.int64(2), T.int64(3), h, w + T.int64(1)))
        for i0, i1, i2, i3 in T.grid(T.int64(2), T.int64(3), h, w + T.int64(1)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2, v_i3 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i3, x[v_i0, v_i1, v_i2, v_i3 - T.int64(1)], T.float32(-340282346638528859811704183484516925440.0))
        for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(2), T.int64(3), h - T.int64(1), w, T.int64(2), T.int64(2)):
            with T.sblock("pool_max"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
                T.reads(pad_temp[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1])
                T.writes(pool_max[v_ax0, v_ax1, v_ax2, v_ax3])
                T.sblock_attr({"schedule_rule": "meta_schedule.pool_max"})
                with T.init():
                    pool_max[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(-340282346638528859811704183484516925440.0)
                pool_max[v_ax0, v_ax1, v_ax2, v_ax3] = T.max(pool_max[v_ax0, v_ax1, v_ax2, v_ax3], pad_temp[v_ax0, v_ax1, v_ax2 + v_rv0, v_ax3 + v_rv1])

    @R.function
    def dilated(x: R.Tensor((2, 4, 7), dtype="float32"), w: R.Tensor((4, 1, 3), dtype="float32")) -> R.Tensor((2, 1, 11), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.conv1d_transpose, (x, w), out_ty=R.Tensor((2, 1, 11), dtype="float32"))
        return gv

    @R.function
    def even(x: R.Tensor((2, 3, 8), dtype="float32")) -> R.Tensor((2, 3, 4), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.adaptive_avg_pool1d, (x,), out_ty=R.Tensor((2, 3, 4), dtype="float32"))
        return gv

    @R.function
    def excluded(x: R.Tensor((2, 3, "n"), dtype="float32")) -> R.Tensor((2, 3, "n - 3"), dtype="float32"):
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.avg_pool1d, (x,), out_ty=R.Tensor((2, 3, n - 3), dtype="float32"))
        return gv

    @R.function
    def greatest(x: R.Tensor((2, 3, "h", "w"), dtype="float32")) -> R.Tensor((2, 3, "h - 1", "w"), dtype="float32"):
        h = T.int64()
        w = T.int64()
        cls = Module
        gv = R.call_tir(cls.max_pool2d, (x,), out_ty=R.Tensor((2, 3, h - 1, w), dtype="float32"))
        return gv

    @R.function
    def included(x: R.Tensor((2, 3, 14), dtype="float32")) -> R.Tensor((2, 3, 6), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.avg_pool1d1, (x,), out_ty=R.Tensor((2, 3, 6), dtype="float32"))
        return gv

    @R.function
    def outside(x: R.Tensor((2, 3, 4), dtype="float32")) -> R.Tensor((2, 3, 10), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.avg_pool1d2, (x,), out_ty=R.Tensor((2, 3, 10), dtype="float32"))
        return gv

    @R.function
    def strided(x: R.Tensor((2, 3, 14), dtype="float32")) -> R.Tensor((2, 3, 7), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.avg_pool1d3, (x,), out_ty=R.Tensor((2, 3, 7), dtype="float32"))
        return gv

    @R.function
    def transposed(x: R.Tensor((2, 4, "n"), dtype="float32"), w: R.Tensor((4, 1, 3), dtype="float32")) -> R.Tensor((2, 2, "n * 2"), dtype="float32"):
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.conv1d_transpose1, (x, w), out_ty=R.Tensor((2, 2, n * 2), dtype="float32"))
        return gv

    @R.function
    def uneven(x: R.Tensor((2, 3, 8), dtype="float32")) -> R.Tensor((2, 3, 3), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.adaptive_avg_pool1d1, (x,), out_ty=R.Tensor((2, 3, 3), dtype="float32"))
        return gv
