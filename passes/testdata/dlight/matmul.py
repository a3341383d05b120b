# RUN: LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR,dlight.gpu.Matmul
# Tiles of operands and of the result lie in shared memory; what is fused behind is done as the result leaves it.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((64, 48), "float32"), w: R.Tensor((48, 128), "float32"), y: R.Tensor(("n", 3, 20), "float32"), v: R.Tensor((20, 30), "float32"), b: R.Tensor((30,), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.matmul(x, w)
            c = R.matmul(y, v)
            d = R.add(c, b)
            e = R.nn.relu(d)
            R.output(a, e)
        return (a, e)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_matmul1_add_relu(y: T.Buffer(("n", T.int64(3), T.int64(20)), "float32"), v: T.Buffer((T.int64(20), T.int64(30)), "float32"), b: T.Buffer((T.int64(30),), "float32"), compute_intermediate: T.Buffer((n, T.int64(3), T.int64(30)), "float32")):
        n = T.int64()
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate_shared = T.sblock_alloc_buffer((n, T.int64(3), T.int64(30)), scope="shared")
        y_shared = T.sblock_alloc_buffer((n, T.int64(3), T.int64(20)), scope="shared")
        v_shared = T.sblock_alloc_buffer((T.int64(20), T.int64(30)), scope="shared")
        for i0 in T.thread_binding(n, thread="blockIdx.z"):
            for i1_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
                for i2_0 in T.thread_binding(T.int64(1), thread="blockIdx.y"):
                    for i2_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                        for i1_1 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                            for i1_2, i2_2 in T.grid(T.int64(4), T.int64(4)):
                                with T.sblock("matmul_init"):
                                    v_i0 = T.axis.spatial(n, i0)
                                    v_i1 = T.axis.spatial(T.int64(3), i1_0 * T.int64(32) + i1_1 * T.int64(4) + i1_2)
                                    v_i2 = T.axis.spatial(T.int64(30), i2_0 * T.int64(64) + i2_1 * T.int64(4) + i2_2)
                                    T.where((i2_0 * T.int64(16) + i2_1) * T.int64(4) + i2_2 < T.int64(30) and (i1_0 * T.int64(8) + i1_1) * T.int64(4) + i1_2 < T.int64(3))
                                    T.reads()
                                    T.writes(matmul_intermediate_shared[v_i0, v_i1, v_i2])
                                    matmul_intermediate_shared[v_i0, v_i1, v_i2] = T.float32(0.0)
                    for k_0 in range(T.int64(2)):
                        for ax0_ax1_fused_ax2_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax0_ax1_fused_ax2_fused_2 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                for ax0_ax1_fused_ax2_fused_0 in range(T.int64(1)):
                                    for ax0_ax1_fused_ax2_fused_3 in T.vectorized(T.int64(2)):
                                        with T.sblock("y_shared"):
                                            v0 = T.axis.spatial(n, i0)
                                            v1 = T.axis.spatial(T.int64(3), (ax0_ax1_fused_ax2_fused_0 * T.int64(256) + ax0_ax1_fused_ax2_fused_1 * T.int64(16) + ax0_ax1_fused_ax2_fused_2 * T.int64(2) + ax0_ax1_fused_ax2_fused_3) // T.int64(16))
                                            v2 = T.axis.spatial(T.int64(20), k_0 * T.int64(16) + (ax0_ax1_fused_ax2_fused_0 * T.int64(256) + ax0_ax1_fused_ax2_fused_1 * T.int64(16) + ax0_ax1_fused_ax2_fused_2 * T.int64(2) + ax0_ax1_fused_ax2_fused_3) % T.int64(16))
                                            T.where(k_0 * T.int64(16) + (((ax0_ax1_fused_ax2_fused_0 * T.int64(16) + ax0_ax1_fused_ax2_fused_1) * T.int64(8) + ax0_ax1_fused_ax2_fused_2) * T.int64(2) + ax0_ax1_fused_ax2_fused_3) % T.int64(16) < T.int64(20) and ((ax0_ax1_fused_ax2_fused_0 * T.int64(16) + ax0_ax1_fused_ax2_fused_1) * T.int64(8) + ax0_ax1_fused_ax2_fused_2) * T.int64(2) + ax0_ax1_fused_ax2_fused_3 < T.int64(48))
                                            T.reads(y[v0, v1, v2])
                                            T.writes(y_shared[v0, v1, v2])
                                            T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                            y_shared[v0, v1, v2] = y[v0, v1, v2]
                        for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax0_ax1_fused_2 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                for ax0_ax1_fused_0 in range(T.int64(2)):
                                    for ax0_ax1_fused_3 in T.vectorized(T.int64(2)):
                                        with T.sblock("v_shared"):
                                            v0 = T.axis.spatial(T.int64(20), k_0 * T.int64(16) + (ax0_ax1_fused_0 * T.int64(256) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) // T.int64(30))
                                            v1 = T.axis.spatial(T.int64(30), (ax0_ax1_fused_0 * T.int64(256) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(30))
                                            T.where(k_0 * T.int64(16) + (((ax0_ax1_fused_0 * T.int64(16) + ax0_ax1_fused_1) * T.int64(8) + ax0_ax1_fused_2) * T.int64(2) + ax0_ax1_fused_3) // T.int64(30) < T.int64(20) and ((ax0_ax1_fused_0 * T.int64(16) + ax0_ax1_fused_1) * T.int64(8) + ax0_ax1_fused_2) * T.int64(2) + ax0_ax1_fused_3 < T.int64(480))
                                            T.reads(v[v0, v1])
                                            T.writes(v_shared[v0, v1])
                                            T.sblock_attr({"buffer_dim_align": [[0, 0, 8, 2]]})
                                            v_shared[v0, v1] = v[v0, v1]
                        for i2_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for i1_1 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for k_1, i1_2, i2_2 in T.grid(T.int64(16), T.int64(4), T.int64(4)):
                                    with T.sblock("matmul_update"):
                                        v_i0 = T.axis.spatial(n, i0)
                                        v_i1 = T.axis.spatial(T.int64(3), i1_0 * T.int64(32) + i1_1 * T.int64(4) + i1_2)
                                        v_i2 = T.axis.spatial(T.int64(30), i2_0 * T.int64(64) + i2_1 * T.int64(4) + i2_2)
                                        v_k = T.axis.reduce(T.int64(20), k_0 * T.int64(16) + k_1)
                                        T.where(k_0 * T.int64(16) + k_1 < T.int64(20) and (i2_0 * T.int64(16) + i2_1) * T.int64(4) + i2_2 < T.int64(30) and (i1_0 * T.int64(8) + i1_1) * T.int64(4) + i1_2 < T.int64(3))
                                        T.reads(matmul_intermediate_shared[v_i0, v_i1, v_i2], y_shared[v_i0, v_i1, v_k], v_shared[v_k, v_i2])
                                        T.writes(matmul_intermediate_shared[v_i0, v_i1, v_i2])
                                        matmul_intermediate_shared[v_i0, v_i1, v_i2] = matmul_intermediate_shared[v_i0, v_i1, v_i2] + y_shared[v_i0, v_i1, v_k] * v_shared[v_k, v_i2]
                    for ax0_ax1_fused_ax2_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                        for ax0_ax1_fused_ax2_fused_2 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                            for ax0_ax1_fused_ax2_fused_0 in range(T.int64(1)):
                                for ax0_ax1_fused_ax2_fused_3 in T.vectorized(T.int64(2)):
                                    with T.sblock("matmul_intermediate_shared"):
                                        v0 = T.axis.spatial(n, i0)
                                        v1 = T.axis.spatial(T.int64(3), (ax0_ax1_fused_ax2_fused_0 * T.int64(256) + ax0_ax1_fused_ax2_fused_1 * T.int64(16) + ax0_ax1_fused_ax2_fused_2 * T.int64(2) + ax0_ax1_fused_ax2_fused_3) // T.int64(30))
                                        v2 = T.axis.spatial(T.int64(30), (ax0_ax1_fused_ax2_fused_0 * T.int64(256) + ax0_ax1_fused_ax2_fused_1 * T.int64(16) + ax0_ax1_fused_ax2_fused_2 * T.int64(2) + ax0_ax1_fused_ax2_fused_3) % T.int64(30))
                                        T.where(((ax0_ax1_fused_ax2_fused_0 * T.int64(16) + ax0_ax1_fused_ax2_fused_1) * T.int64(8) + ax0_ax1_fused_ax2_fused_2) * T.int64(2) + ax0_ax1_fused_ax2_fused_3 < T.int64(90))
                                        T.reads(matmul_intermediate_shared[v0, v1, v2], b[v2])
                                        T.writes(compute_intermediate[v0, v1, v2])
                                        compute_intermediate[v0, v1, v2] = T.max(matmul_intermediate_shared[v0, v1, v2] + b[v2], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def matmul(x: T.Buffer((T.int64(64), T.int64(48)), "float32"), w: T.Buffer((T.int64(48), T.int64(128)), "float32"), matmul: T.Buffer((T.int64(64), T.int64(128)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_shared = T.sblock_alloc_buffer((T.int64(64), T.int64(128)), scope="shared")
        x_shared = T.sblock_alloc_buffer((T.int64(64), T.int64(48)), scope="shared")
        w_shared = T.sblock_alloc_buffer((T.int64(48), T.int64(128)), scope="shared")
        for u in T.thread_binding(1, thread="blockIdx.z"):
            for i0_0 in T.thread_binding(T.int64(2), thread="blockIdx.x"):
                for i1_0 in T.thread_binding(T.int64(2), thread="blockIdx.y"):
                    for i1_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                        for i0_1 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                            for i0_2, i1_2 in T.grid(T.int64(4), T.int64(4)):
                                with T.sblock("matmul_init"):
                                    v_i0 = T.axis.spatial(T.int64(64), i0_0 * T.int64(32) + i0_1 * T.int64(4) + i0_2)
                                    v_i1 = T.axis.spatial(T.int64(128), i1_0 * T.int64(64) + i1_1 * T.int64(4) + i1_2)
                                    T.reads()
                                    T.writes(matmul_shared[v_i0, v_i1])
                                    matmul_shared[v_i0, v_i1] = T.float32(0.0)
                    for k_0 in range(T.int64(3)):
                        for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax0_ax1_fused_2 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                for ax0_ax1_fused_0 in range(T.int64(2)):
                                    for ax0_ax1_fused_3 in T.vectorized(T.int64(2)):
                                        with T.sblock("x_shared"):
                                            v0 = T.axis.spatial(T.int64(64), i0_0 * T.int64(32) + (ax0_ax1_fused_0 * T.int64(256) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) // T.int64(16))
                                            v1 = T.axis.spatial(T.int64(48), k_0 * T.int64(16) + (ax0_ax1_fused_0 * T.int64(256) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(16))
                                            T.reads(x[v0, v1])
                                            T.writes(x_shared[v0, v1])
                                            T.sblock_attr({"buffer_dim_align": [[0, 0, 8, 2]]})
                                            x_shared[v0, v1] = x[v0, v1]
                        for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax0_ax1_fused_2 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                for ax0_ax1_fused_0 in range(T.int64(4)):
                                    for ax0_ax1_fused_3 in T.vectorized(T.int64(2)):
                                        with T.sblock("w_shared"):
                                            v0 = T.axis.spatial(T.int64(48), k_0 * T.int64(16) + (ax0_ax1_fused_0 * T.int64(256) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) // T.int64(64))
                                            v1 = T.axis.spatial(T.int64(128), i1_0 * T.int64(64) + (ax0_ax1_fused_0 * T.int64(256) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(64))
                                            T.reads(w[v0, v1])
                                            T.writes(w_shared[v0, v1])
                                            T.sblock_attr({"buffer_dim_align": [[0, 0, 8, 2]]})
                                            w_shared[v0, v1] = w[v0, v1]
                        for i1_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for i0_1 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for k_1, i0_2, i1_2 in T.grid(T.int64(16), T.int64(4), T.int64(4)):
                                    with T.sblock("matmul_update"):
                                        v_i0 = T.axis.spatial(T.int64(64), i0_0 * T.int64(32) + i0_1 * T.int64(4) + i0_2)
                                        v_i1 = T.axis.spatial(T.int64(128), i1_0 * T.int64(64) + i1_1 * T.int64(4) + i1_2)
                                        v_k = T.axis.reduce(T.int64(48), k_0 * T.int64(16) + k_1)
                                        T.reads(matmul_shared[v_i0, v_i1], x_shared[v_i0, v_k], w_shared[v_k, v_i1])
                                        T.writes(matmul_shared[v_i0, v_i1])
                                        matmul_shared[v_i0, v_i1] = matmul_shared[v_i0, v_i1] + x_shared[v_i0, v_k] * w_shared[v_k, v_i1]
                    for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                        for ax0_ax1_fused_2 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                            for ax0_ax1_fused_0 in range(T.int64(8)):
                                for ax0_ax1_fused_3 in T.vectorized(T.int64(2)):
                                    with T.sblock("matmul_shared"):
                                        v0 = T.axis.spatial(T.int64(64), i0_0 * T.int64(32) + (ax0_ax1_fused_0 * T.int64(256) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) // T.int64(64))
                                        v1 = T.axis.spatial(T.int64(128), i1_0 * T.int64(64) + (ax0_ax1_fused_0 * T.int64(256) + ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(64))
                                        T.reads(matmul_shared[v0, v1])
                                        T.writes(matmul[v0, v1])
                                        matmul[v0, v1] = matmul_shared[v0, v1]

    @R.function
    def main(x: R.Tensor((64, 48), dtype="float32"), w: R.Tensor((48, 128), dtype="float32"), y: R.Tensor(("n", 3, 20), dtype="float32"), v: R.Tensor((20, 30), dtype="float32"), b: R.Tensor((30,), dtype="float32")) -> R.Tuple(R.Tensor((64, 128), dtype="float32"), R.Tensor(("n", 3, 30), dtype="float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.matmul, (x, w), out_ty=R.Tensor((64, 128), dtype="float32"))
            e = R.call_tir(cls.fused_matmul1_add_relu, (y, v, b), out_ty=R.Tensor((n, 3, 30), dtype="float32"))
            R.output(a, e)
        return (a, e)
