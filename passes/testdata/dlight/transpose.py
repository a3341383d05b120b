# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR,dlight.gpu.Transpose
# Tiles go through shared memory, with what is fused in front of them; what stands behind is done as they leave it.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((40, 33), "float32"), y: R.Tensor(("n", 64), "float32"), z: R.Tensor((6, 1, 12), "float32"), u: R.Tensor((4, 5, 6), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.permute_dims(x)
            b = R.exp(y)
            c = R.permute_dims(b)
            d = R.permute_dims(z)
            e = R.add(d, R.const(1, "float32"))
            f = R.permute_dims(u)
            R.output(a, c, e, f)
        return (a, c, e, f)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_tir_exp_transpose1(y: T.Buffer(("n", T.int64(64)), "float32"), T_transpose_intermediate: T.Buffer((T.int64(64), n), "float32")):
        n = T.int64()
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        compute_intermediate_shared = T.sblock_alloc_buffer((n, T.int64(64)), scope="shared")
        for ax0_0_0 in T.thread_binding(T.int64(8), thread="blockIdx.y", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
            for ax1_0 in T.thread_binding((n + T.int64(15)) // T.int64(16), thread="blockIdx.x"):
                for ax0_ax1_fused_0 in range(T.int64(1)):
                    for ax0_ax1_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.y"):
                        for ax0_ax1_fused_2 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                            for ax0_ax1_fused_3 in T.unroll(T.int64(1)):
                                with T.sblock("compute_intermediate_shared"):
                                    v0 = T.axis.spatial(n, ax1_0 * T.int64(16) + (ax0_ax1_fused_0 * T.int64(128) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 + ax0_ax1_fused_3) // T.int64(8))
                                    v1 = T.axis.spatial(T.int64(64), ax0_0_0 * T.int64(8) + (ax0_ax1_fused_0 * T.int64(128) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 + ax0_ax1_fused_3) % T.int64(8))
                                    T.where(ax1_0 * T.int64(16) + ((ax0_ax1_fused_0 * T.int64(8) + ax0_ax1_fused_1) * T.int64(16) + ax0_ax1_fused_2 + ax0_ax1_fused_3) // T.int64(8) < n)
                                    T.reads(y[v0, v1])
                                    T.writes(compute_intermediate_shared[v0, v1])
                                    T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 1]]})
                                    compute_intermediate_shared[v0, v1] = T.exp(y[v0, v1])
                for ax0_0_1 in T.thread_binding(T.int64(8), thread="threadIdx.y"):
                    for ax1_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                        for ax0_1_0, ax0_1_1 in T.grid(T.int64(1), T.int64(1)):
                            with T.sblock("T_transpose"):
                                v_ax0 = T.axis.spatial(T.int64(64), ax0_0_0 * T.int64(8) + ax0_0_1 + ax0_1_0 + ax0_1_1)
                                v_ax1 = T.axis.spatial(n, ax1_0 * T.int64(16) + ax1_1)
                                T.where(ax1_0 * T.int64(16) + ax1_1 < n)
                                T.reads(compute_intermediate_shared[v_ax1, v_ax0])
                                T.writes(T_transpose_intermediate[v_ax0, v_ax1])
                                T_transpose_intermediate[v_ax0, v_ax1] = compute_intermediate_shared[v_ax1, v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def fused_transpose2_add(z: T.Buffer((T.int64(6), T.int64(1), T.int64(12)), "float32"), T_add_intermediate: T.Buffer((T.int64(12), T.int64(1), T.int64(6)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        z_shared = T.sblock_alloc_buffer((T.int64(6), T.int64(1), T.int64(12)), scope="shared")
        for ax0_0_0 in T.thread_binding(T.int64(2), thread="blockIdx.y", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
            for ax2_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
                for ax0_ax1_fused_ax2_fused_0 in range(T.int64(1)):
                    for ax0_ax1_fused_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.y"):
                        for ax0_ax1_fused_ax2_fused_2 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                            for ax0_ax1_fused_ax2_fused_3 in T.unroll(T.int64(1)):
                                with T.sblock("z_shared"):
                                    v0 = T.axis.spatial(T.int64(6), (ax0_ax1_fused_ax2_fused_0 * T.int64(128) + ax0_ax1_fused_ax2_fused_1 * T.int64(16) + ax0_ax1_fused_ax2_fused_2 + ax0_ax1_fused_ax2_fused_3) // T.int64(8))
                                    v1 = T.axis.spatial(T.int64(1), T.int64(0))
                                    v2 = T.axis.spatial(T.int64(12), ax0_0_0 * T.int64(8) + (ax0_ax1_fused_ax2_fused_0 * T.int64(128) + ax0_ax1_fused_ax2_fused_1 * T.int64(16) + ax0_ax1_fused_ax2_fused_2 + ax0_ax1_fused_ax2_fused_3) % T.int64(8))
                                    T.where(ax0_0_0 * T.int64(8) + ((ax0_ax1_fused_ax2_fused_0 * T.int64(8) + ax0_ax1_fused_ax2_fused_1) * T.int64(16) + ax0_ax1_fused_ax2_fused_2 + ax0_ax1_fused_ax2_fused_3) % T.int64(8) < T.int64(12) and (ax0_ax1_fused_ax2_fused_0 * T.int64(8) + ax0_ax1_fused_ax2_fused_1) * T.int64(16) + ax0_ax1_fused_ax2_fused_2 + ax0_ax1_fused_ax2_fused_3 < T.int64(48))
                                    T.reads(z[v0, v1, v2])
                                    T.writes(z_shared[v0, v1, v2])
                                    T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 1]]})
                                    z_shared[v0, v1, v2] = z[v0, v1, v2]
                for ax0_0_1 in T.thread_binding(T.int64(8), thread="threadIdx.y"):
                    for ax2_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                        for ax0_1_0, ax0_1_1 in T.grid(T.int64(1), T.int64(1)):
                            with T.sblock("T_transpose"):
                                v_ax0 = T.axis.spatial(T.int64(12), ax0_0_0 * T.int64(8) + ax0_0_1 + ax0_1_0 + ax0_1_1)
                                v_ax2 = T.axis.spatial(T.int64(6), ax2_0 * T.int64(16) + ax2_1)
                                T.where(ax0_0_0 * T.int64(8) + ax0_0_1 < T.int64(12) and ax2_0 * T.int64(16) + ax2_1 < T.int64(6))
                                T.reads(z_shared[v_ax2, T.int64(0), v_ax0])
                                T.writes(T_add_intermediate[v_ax0, T.int64(0), v_ax2])
                                T_add_intermediate[v_ax0, T.int64(0), v_ax2] = z_shared[v_ax2, T.int64(0), v_ax0] + T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def transpose(x: T.Buffer((T.int64(40), T.int64(33)), "float32"), T_transpose: T.Buffer((T.int64(33), T.int64(40)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        x_shared = T.sblock_alloc_buffer((T.int64(40), T.int64(33)), scope="shared")
        for ax0_0_0 in T.thread_binding(T.int64(5), thread="blockIdx.y", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
            for ax1_0 in T.thread_binding(T.int64(3), thread="blockIdx.x"):
                for ax0_ax1_fused_0 in range(T.int64(1)):
                    for ax0_ax1_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.y"):
                        for ax0_ax1_fused_2 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                            for ax0_ax1_fused_3 in T.unroll(T.int64(1)):
                                with T.sblock("x_shared"):
                                    v0 = T.axis.spatial(T.int64(40), ax1_0 * T.int64(16) + (ax0_ax1_fused_0 * T.int64(128) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 + ax0_ax1_fused_3) // T.int64(8))
                                    v1 = T.axis.spatial(T.int64(33), ax0_0_0 * T.int64(8) + (ax0_ax1_fused_0 * T.int64(128) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 + ax0_ax1_fused_3) % T.int64(8))
                                    T.where(ax1_0 * T.int64(16) + ((ax0_ax1_fused_0 * T.int64(8) + ax0_ax1_fused_1) * T.int64(16) + ax0_ax1_fused_2 + ax0_ax1_fused_3) // T.int64(8) < T.int64(40) and ax0_0_0 * T.int64(8) + ((ax0_ax1_fused_0 * T.int64(8) + ax0_ax1_fused_1) * T.int64(16) + ax0_ax1_fused_2 + ax0_ax1_fused_3) % T.int64(8) < T.int64(33))
                                    T.reads(x[v0, v1])
                                    T.writes(x_shared[v0, v1])
                                    T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 1]]})
                                    x_shared[v0, v1] = x[v0, v1]
                for ax0_0_1 in T.thread_binding(T.int64(8), thread="threadIdx.y"):
                    for ax1_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                        for ax0_1_0, ax0_1_1 in T.grid(T.int64(1), T.int64(1)):
                            with T.sblock("T_transpose"):
                                v_ax0 = T.axis.spatial(T.int64(33), ax0_0_0 * T.int64(8) + ax0_0_1 + ax0_1_0 + ax0_1_1)
                                v_ax1 = T.axis.spatial(T.int64(40), ax1_0 * T.int64(16) + ax1_1)
                                T.where(ax0_0_0 * T.int64(8) + ax0_0_1 < T.int64(33) and ax1_0 * T.int64(16) + ax1_1 < T.int64(40))
                                T.reads(x_shared[v_ax1, v_ax0])
                                T.writes(T_transpose[v_ax0, v_ax1])
                                T_transpose[v_ax0, v_ax1] = x_shared[v_ax1, v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def transpose3(u: T.Buffer((T.int64(4), T.int64(5), T.int64(6)), "float32"), T_transpose: T.Buffer((T.int64(6), T.int64(5), T.int64(4)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0, ax1, ax2 in T.grid(T.int64(6), T.int64(5), T.int64(4)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(u[v_ax2, v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2])
                T_transpose[v_ax0, v_ax1, v_ax2] = u[v_ax2, v_ax1, v_ax0]

    @R.function
    def main(x: R.Tensor((40, 33), dtype="float32"), y: R.Tensor(("n", 64), dtype="float32"), z: R.Tensor((6, 1, 12), dtype="float32"), u: R.Tensor((4, 5, 6), dtype="float32")) -> R.Tuple(R.Tensor((33, 40), dtype="float32"), R.Tensor((64, "n"), dtype="float32"), R.Tensor((12, 1, 6), dtype="float32"), R.Tensor((6, 5, 4), dtype="float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.transpose, (x,), out_ty=R.Tensor((33, 40), dtype="float32"))
            c = R.call_tir(cls.fused_tir_exp_transpose1, (y,), out_ty=R.Tensor((64, n), dtype="float32"))
            e = R.call_tir(cls.fused_transpose2_add, (z,), out_ty=R.Tensor((12, 1, 6), dtype="float32"))
            f = R.call_tir(cls.transpose3, (u,), out_ty=R.Tensor((6, 5, 4), dtype="float32"))
            R.output(a, c, e, f)
        return (a, c, e, f)
# note: transpose3 now: dlight.transpose: block T_transpose has 3 axes
