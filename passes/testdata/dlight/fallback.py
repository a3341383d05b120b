# RUN: LegalizeOps,dlight.gpu.Fallback
# Spatial loops become one, over blocks and threads; what a reduction begins with comes first.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 5, 7), "float32"), y: R.Tensor((1,), "float32"), z: R.Tensor((64, 8192), "float32")):
        a = R.sum(x, axis=[2])
        b = R.exp(y)
        c = R.exp(z)
        d = R.sum(x)
        return (a, b, c, d)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def sum(x: T.Buffer((T.int64(3), T.int64(5), T.int64(7)), "float32"), x_red: T.Buffer((T.int64(3), T.int64(5)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("x_red_init"):
                    v_ax0 = T.axis.spatial(T.int64(3), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(5))
                    v_ax1 = T.axis.spatial(T.int64(5), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(5))
                    T.where(ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1 < T.int64(15))
                    T.reads()
                    T.writes(x_red[v_ax0, v_ax1])
                    x_red[v_ax0, v_ax1] = T.float32(0.0)
                for k2 in range(T.int64(7)):
                    with T.sblock("x_red_update"):
                        v_ax0 = T.axis.spatial(T.int64(3), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(5))
                        v_ax1 = T.axis.spatial(T.int64(5), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(5))
                        v_k2 = T.axis.reduce(T.int64(7), k2)
                        T.where(ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1 < T.int64(15))
                        T.reads(x_red[v_ax0, v_ax1], x[v_ax0, v_ax1, v_k2])
                        T.writes(x_red[v_ax0, v_ax1])
                        x_red[v_ax0, v_ax1] = x_red[v_ax0, v_ax1] + x[v_ax0, v_ax1, v_k2]

    @T.prim_func(private=True, s_tir=True)
    def sum1(x: T.Buffer((T.int64(3), T.int64(5), T.int64(7)), "float32"), x_red: T.Buffer((), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for u_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for u_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("x_red_init"):
                    v_u = T.axis.spatial(T.int64(1), T.int64(0))
                    T.where(u_0 * T.int64(1024) + u_1 < T.int64(1))
                    T.reads()
                    T.writes(x_red[()])
                    x_red[()] = T.float32(0.0)
                for k0, k1, k2 in T.grid(T.int64(3), T.int64(5), T.int64(7)):
                    with T.sblock("x_red_update"):
                        v_u = T.axis.spatial(T.int64(1), T.int64(0))
                        v_k0, v_k1, v_k2 = T.axis.remap("RRR", [k0, k1, k2])
                        T.where(u_0 * T.int64(1024) + u_1 < T.int64(1))
                        T.reads(x_red[()], x[v_k0, v_k1, v_k2])
                        T.writes(x_red[()])
                        x_red[()] = x_red[()] + x[v_k0, v_k1, v_k2]

    @T.prim_func(private=True, s_tir=True)
    def tir_exp(y: T.Buffer((T.int64(1),), "float32"), compute: T.Buffer((T.int64(1),), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for u_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for u_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("compute"):
                    v_u = T.axis.spatial(T.int64(1), T.int64(0))
                    T.where(u_0 * T.int64(1024) + u_1 < T.int64(1))
                    T.reads(y[T.int64(0)])
                    T.writes(compute[T.int64(0)])
                    compute[T.int64(0)] = T.exp(y[T.int64(0)])

    @T.prim_func(private=True, s_tir=True)
    def tir_exp1(z: T.Buffer((T.int64(64), T.int64(8192)), "float32"), compute: T.Buffer((T.int64(64), T.int64(8192)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0_i1_fused_0 in T.thread_binding(T.int64(512), thread="blockIdx.x"):
            for i0_i1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("compute"):
                    v_i0 = T.axis.spatial(T.int64(64), (i0_i1_fused_0 * T.int64(1024) + i0_i1_fused_1) // T.int64(8192))
                    v_i1 = T.axis.spatial(T.int64(8192), (i0_i1_fused_0 * T.int64(1024) + i0_i1_fused_1) % T.int64(8192))
                    T.reads(z[v_i0, v_i1])
                    T.writes(compute[v_i0, v_i1])
                    compute[v_i0, v_i1] = T.exp(z[v_i0, v_i1])

    @R.function
    def main(x: R.Tensor((3, 5, 7), dtype="float32"), y: R.Tensor((1,), dtype="float32"), z: R.Tensor((64, 8192), dtype="float32")) -> R.Tuple(R.Tensor((3, 5), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((64, 8192), dtype="float32"), R.Tensor((), dtype="float32")):
        cls = Module
        a = R.call_tir(cls.sum, (x,), out_ty=R.Tensor((3, 5), dtype="float32"))
        b = R.call_tir(cls.tir_exp, (y,), out_ty=R.Tensor((1,), dtype="float32"))
        c = R.call_tir(cls.tir_exp1, (z,), out_ty=R.Tensor((64, 8192), dtype="float32"))
        d = R.call_tir(cls.sum1, (x,), out_ty=R.Tensor((), dtype="float32"))
        return (a, b, c, d)
