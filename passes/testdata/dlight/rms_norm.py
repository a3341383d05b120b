# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR,dlight.gpu.RMSNorm
# A row is a block of threads, and its root lies in shared memory.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, "n", 300), "float16"), w: R.Tensor((300,), "float16"), y: R.Tensor((5,), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.nn.rms_norm(x, w, axes=[-1])
            b = R.nn.silu(a)
            c = R.rsqrt(y)
            R.output(b, c)
        return (b, c)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_rms_norm_silu(x: T.Buffer((T.int64(4), "n", T.int64(300)), "float16"), w: T.Buffer((T.int64(300),), "float16"), T_multiply_intermediate: T.Buffer((T.int64(4), n, T.int64(300)), "float16")):
        n = T.int64()
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        T_multiply_red = T.sblock_alloc_buffer((T.int64(4), n), scope="shared")
        rsqrt = T.sblock_alloc_buffer((T.int64(4), n), scope="shared")
        for ax0_ax1_fused in T.thread_binding(n * T.int64(4), thread="blockIdx.x"):
            for ax0, ax1 in T.grid(T.int64(1), T.int64(1)):
                for k0_0 in T.thread_binding(T.int64(512), thread="threadIdx.x"):
                    for k0_1, k0_2 in T.grid(T.int64(1), T.int64(8)):
                        with T.sblock("T_multiply_red"):
                            v_ax0 = T.axis.spatial(T.int64(4), ax0 + ax0_ax1_fused // n)
                            v_ax1 = T.axis.spatial(n, ax1 + ax0_ax1_fused % n)
                            v_k0 = T.axis.reduce(T.int64(300), k0_0 * T.int64(8) + k0_1 * T.int64(8) + k0_2)
                            T.where(T.int64(0) <= ax0_ax1_fused // n + ax0 and ax0_ax1_fused // n + ax0 < T.int64(4) and T.int64(0) <= ax0_ax1_fused % n + ax1 and ax0_ax1_fused % n + ax1 < n and (k0_0 + k0_1) * T.int64(8) + k0_2 < T.int64(300))
                            T.reads(x[v_ax0, v_ax1, v_k0])
                            T.writes(T_multiply_red[v_ax0, v_ax1])
                            with T.init():
                                T_multiply_red[v_ax0, v_ax1] = T.float32(0.0)
                            T_multiply_red[v_ax0, v_ax1] = T_multiply_red[v_ax0, v_ax1] + T.Cast("float32", x[v_ax0, v_ax1, v_k0]) * T.Cast("float32", x[v_ax0, v_ax1, v_k0])
            for ax0, ax1 in T.grid(T.int64(1), T.int64(1)):
                with T.sblock("rsqrt"):
                    v_ax0 = T.axis.spatial(T.int64(4), ax0_ax1_fused // n + ax0)
                    v_ax1 = T.axis.spatial(n, ax0_ax1_fused % n + ax1)
                    T.where(T.int64(0) <= ax0_ax1_fused // n + ax0 and ax0_ax1_fused // n + ax0 < T.int64(4) and T.int64(0) <= ax0_ax1_fused % n + ax1 and ax0_ax1_fused % n + ax1 < n)
                    T.reads(T_multiply_red[v_ax0, v_ax1])
                    T.writes(rsqrt[v_ax0, v_ax1])
                    rsqrt[v_ax0, v_ax1] = T.rsqrt(T_multiply_red[v_ax0, v_ax1] / T.float32(300.0) + T.float32(1.0000000000000001e-05))
            for ax2_0 in T.thread_binding(T.int64(512), thread="threadIdx.x"):
                for ax2_1, ax2_2 in T.grid(T.int64(1), T.int64(8)):
                    with T.sblock("T_multiply1"):
                        v_ax0 = T.axis.spatial(T.int64(4), ax0_ax1_fused // n)
                        v_ax1 = T.axis.spatial(n, ax0_ax1_fused % n)
                        v_ax2 = T.axis.spatial(T.int64(300), ax2_0 * T.int64(8) + ax2_1 * T.int64(8) + ax2_2)
                        T.where((ax2_0 + ax2_1) * T.int64(8) + ax2_2 < T.int64(300))
                        T.reads(rsqrt[v_ax0, v_ax1], x[v_ax0, v_ax1, v_ax2], w[v_ax2])
                        T.writes(T_multiply_intermediate[v_ax0, v_ax1, v_ax2])
                        T_multiply_intermediate[v_ax0, v_ax1, v_ax2] = T.Cast("float16", rsqrt[v_ax0, v_ax1] * T.Cast("float32", x[v_ax0, v_ax1, v_ax2]) * T.Cast("float32", w[v_ax2])) * T.sigmoid(T.Cast("float16", rsqrt[v_ax0, v_ax1] * T.Cast("float32", x[v_ax0, v_ax1, v_ax2]) * T.Cast("float32", w[v_ax2])))

    @T.prim_func(private=True, s_tir=True)
    def tir_rsqrt(y: T.Buffer((T.int64(5),), "float32"), compute: T.Buffer((T.int64(5),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(5)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(5), i0)
                T.reads(y[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.rsqrt(y[v_i0])

    @R.function
    def main(x: R.Tensor((4, "n", 300), dtype="float16"), w: R.Tensor((300,), dtype="float16"), y: R.Tensor((5,), dtype="float32")) -> R.Tuple(R.Tensor((4, "n", 300), dtype="float16"), R.Tensor((5,), dtype="float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            b = R.call_tir(cls.fused_rms_norm_silu, (x, w), out_ty=R.Tensor((4, n, 300), dtype="float16"))
            c = R.call_tir(cls.tir_rsqrt, (y,), out_ty=R.Tensor((5,), dtype="float32"))
            R.output(b, c)
        return (b, c)
# note: tir_rsqrt now: dlight.rms_norm: more than a sum, a root and a norm stand in the kernel, 0 blocks in front and 0 behind
