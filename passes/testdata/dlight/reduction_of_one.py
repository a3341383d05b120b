# RUN: LegalizeOps,dlight.gpu.Fallback
# A reduction over one element keeps its axis (TVM takes it away); a kernel of two results stays as it is.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 1, 6), "int32")):
        a = R.sum(x, axis=[1])
        b = R.argmax(x, axis=2)
        return (a, b)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def argmax(x: T.Buffer((T.int64(4), T.int64(1), T.int64(6)), "int32"), x_red: T.Buffer((T.int64(4), T.int64(1)), "int64")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(4), T.int64(1)), "int64")
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(4), T.int64(1)), "int32")
        for ax0, ax1, k2 in T.grid(T.int64(4), T.int64(1), T.int64(6)):
            with T.sblock("x_red_temp"):
                v_ax0, v_ax1, v_k2 = T.axis.remap("SSR", [ax0, ax1, k2])
                T.reads(x[v_ax0, v_ax1, v_k2])
                T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
                with T.init():
                    x_red_temp_v0[v_ax0, v_ax1] = T.int64(-1)
                    x_red_temp_v1[v_ax0, v_ax1] = -2147483648
                v_x_red_temp_v0: T.let[T.int64] = T.Select(x_red_temp_v1[v_ax0, v_ax1] > x[v_ax0, v_ax1, v_k2] or x_red_temp_v1[v_ax0, v_ax1] == x[v_ax0, v_ax1, v_k2] and x_red_temp_v0[v_ax0, v_ax1] < v_k2, x_red_temp_v0[v_ax0, v_ax1], v_k2)
                v_x_red_temp_v1: T.let[T.int32] = T.Select(x_red_temp_v1[v_ax0, v_ax1] > x[v_ax0, v_ax1, v_k2], x_red_temp_v1[v_ax0, v_ax1], x[v_ax0, v_ax1, v_k2])
                x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
        for ax0, ax1 in T.grid(T.int64(4), T.int64(1)):
            with T.sblock("x_red"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x_red_temp_v0[v_ax0, v_ax1])
                T.writes(x_red[v_ax0, v_ax1])
                x_red[v_ax0, v_ax1] = x_red_temp_v0[v_ax0, v_ax1]

    @T.prim_func(private=True, s_tir=True)
    def sum(x: T.Buffer((T.int64(4), T.int64(1), T.int64(6)), "int32"), x_red: T.Buffer((T.int64(4), T.int64(6)), "int32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("x_red_init"):
                    v_ax0 = T.axis.spatial(T.int64(4), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(6))
                    v_ax1 = T.axis.spatial(T.int64(6), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(6))
                    T.where(ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1 < T.int64(24))
                    T.reads()
                    T.writes(x_red[v_ax0, v_ax1])
                    x_red[v_ax0, v_ax1] = 0
                for k1 in range(T.int64(1)):
                    with T.sblock("x_red_update"):
                        v_ax0 = T.axis.spatial(T.int64(4), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(6))
                        v_ax1 = T.axis.spatial(T.int64(6), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(6))
                        v_k1 = T.axis.reduce(T.int64(1), k1)
                        T.where(ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1 < T.int64(24))
                        T.reads(x_red[v_ax0, v_ax1], x[v_ax0, v_k1, v_ax1])
                        T.writes(x_red[v_ax0, v_ax1])
                        x_red[v_ax0, v_ax1] = x_red[v_ax0, v_ax1] + x[v_ax0, v_k1, v_ax1]

    @R.function
    def main(x: R.Tensor((4, 1, 6), dtype="int32")) -> R.Tuple(R.Tensor((4, 6), dtype="int32"), R.Tensor((4, 1), dtype="int64")):
        cls = Module
        a = R.call_tir(cls.sum, (x,), out_ty=R.Tensor((4, 6), dtype="int32"))
        b = R.call_tir(cls.argmax, (x,), out_ty=R.Tensor((4, 1), dtype="int64"))
        return (a, b)
# note: argmax now: bind expects that instances of the block may run in another order, but block x_red_temp: its body is not one store
