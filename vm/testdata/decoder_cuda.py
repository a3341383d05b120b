# The kernels of networks/decoder.py as TVM's rules schedule them for CUDA (oracles/subjects/tvm/schedule_corpus.py).
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

m = TypeVar("m")
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def concatenate2(keys: T.Buffer((m, T.int64(2), T.int64(16)), "float32"), kr: T.Buffer((T.int64(1), T.int64(2), T.int64(16)), "float32"), T_concat: T.Buffer(("m + T.int64(1)", T.int64(2), T.int64(16)), "float32")):
        T.func_attr({"op_pattern": 8, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding(m // T.int64(32) + T.int64(1), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_concat"):
                    v0 = T.axis.spatial(m + T.int64(1), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // T.int64(32))
                    v1 = T.axis.spatial(T.int64(2), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(32) // T.int64(16))
                    v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(16))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < m * T.int64(32) + T.int64(32))
                    T.reads(kr[v0 + (T.int64(0) - m), v1, v2], keys[v0, v1, v2])
                    T.writes(T_concat[v0, v1, v2])
                    T_concat[v0, v1, v2] = T.if_then_else(T.int64(0) <= v0 - m, kr[v0 + (T.int64(0) - T.max(T.int64(0) - (T.int64(0) - m), T.int64(0))) + (T.int64(0) - m + T.max(T.int64(0) - (T.int64(0) - m), T.int64(0))), v1, v2], keys[v0, v1, v2])

    @T.prim_func(private=True, s_tir=True)
    def concatenate5(keys: T.Buffer((m, T.int64(2), T.int64(16)), "float32"), kr: T.Buffer((n, T.int64(2), T.int64(16)), "float32"), T_concat: T.Buffer(("m + n", T.int64(2), T.int64(16)), "float32")):
        T.func_attr({"op_pattern": 8, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding((m * T.int64(32) + n * T.int64(32) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_concat"):
                    v0 = T.axis.spatial(m + n, (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // T.int64(32))
                    v1 = T.axis.spatial(T.int64(2), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(32) // T.int64(16))
                    v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(16))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < m * T.int64(32) + n * T.int64(32))
                    T.reads(kr[v0 + (T.int64(0) - m), v1, v2], keys[v0, v1, v2])
                    T.writes(T_concat[v0, v1, v2])
                    T_concat[v0, v1, v2] = T.if_then_else(T.int64(0) <= v0 - m, kr[v0 + (T.int64(0) - T.max(T.int64(0) - (T.int64(0) - m), T.int64(0))) + (T.int64(0) - m + T.max(T.int64(0) - (T.int64(0) - m), T.int64(0))), v1, v2], keys[v0, v1, v2])

    @T.prim_func(private=True, s_tir=True)
    def fused_matmul11_silu1_multiply7(g: T.Buffer((n, T.int64(64)), "float32"), lv52: T.Buffer((T.int64(64), T.int64(96)), "float32"), lv56: T.Buffer((n, T.int64(96)), "float32"), T_multiply_intermediate_1: T.Buffer((n, T.int64(96)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate_reindex_pad_local = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(128)), scope="local")
        g_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="shared")
        lv52_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(64)), scope="shared")
        for ax0_ax2_0_fused in T.thread_binding(T.int64(2), thread="blockIdx.y"):
            for ax1_0 in T.thread_binding((n + T.int64(31)) // T.int64(32), thread="blockIdx.x"):
                for ax2_1 in T.thread_binding(T.int64(1), thread="vthread.y"):
                    for ax1_1 in T.thread_binding(T.int64(1), thread="vthread.x"):
                        for ax2_2 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax1_2 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for ax1_3_init, ax2_3_0_init in T.grid(T.int64(4), T.int64(2)):
                                    for ax2_3_1_init in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_init"):
                                            v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3_init)
                                            v2 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0_init * T.int64(2) + ax2_3_1_init)
                                            T.reads()
                                            T.writes(matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2])
                                            matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2] = T.float32(0.0)
                                for ax3_0 in range(T.int64(4)):
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(2)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("g_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(g[v1, v2])
                                                        T.writes(g_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        g_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < n, g[v1, v2], T.float32(0.0))
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(4)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("lv52_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(lv52[v2, v1])
                                                        T.writes(lv52_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        lv52_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < T.int64(96), lv52[v2, v1], T.float32(0.0))
                                    for ax3_1, ax1_3, ax2_3_0 in T.grid(T.int64(16), T.int64(4), T.int64(2)):
                                        for ax2_3_1 in T.vectorized(T.int64(2)):
                                            with T.sblock("matmul_update"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3)
                                                v2 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0 * T.int64(2) + ax2_3_1)
                                                v3 = T.axis.reduce(T.int64(64), ax3_0 * T.int64(16) + ax3_1)
                                                T.reads(matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2], g_reindex_pad_shared[T.int64(0), v1, v3], lv52_reindex_pad_shared[T.int64(0), v2, v3])
                                                T.writes(matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2])
                                                matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2] = matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2] + g_reindex_pad_shared[T.int64(0), v1, v3] * lv52_reindex_pad_shared[T.int64(0), v2, v3]
                                for ax0, ax1, ax2_0 in T.grid(T.int64(1), T.int64(4), T.int64(2)):
                                    for ax2_1_1 in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_intermediate_reindex_pad_local"):
                                            v0 = T.axis.spatial(T.int64(1), ax0)
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1)
                                            v2 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1)
                                            T.where(ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1 < n and ax0_ax2_0_fused * T.int64(64) + ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1 < T.int64(96))
                                            T.reads(matmul_intermediate_reindex_pad_local[v0, v1, v2], lv56[v1, v2])
                                            T.writes(T_multiply_intermediate_1[v1, v2])
                                            T_multiply_intermediate_1[v1, v2] = matmul_intermediate_reindex_pad_local[v0, v1, v2] * T.sigmoid(matmul_intermediate_reindex_pad_local[v0, v1, v2]) * lv56[v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def fused_matmul12_add7(e: T.Buffer((n, T.int64(96)), "float32"), lv58: T.Buffer((T.int64(96), T.int64(64)), "float32"), a: T.Buffer((n, T.int64(64)), "float32"), T_add_intermediate: T.Buffer((n, T.int64(64)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate_reindex_pad_local = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="local")
        e_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(96)), scope="shared")
        lv58_reindex_shared = T.sblock_alloc_buffer((T.int64(1), T.int64(64), T.int64(96)), scope="shared")
        for ax0_ax2_0_fused in T.thread_binding(T.int64(1), thread="blockIdx.y"):
            for ax1_0 in T.thread_binding((n + T.int64(31)) // T.int64(32), thread="blockIdx.x"):
                for ax2_1 in T.thread_binding(T.int64(1), thread="vthread.y"):
                    for ax1_1 in T.thread_binding(T.int64(1), thread="vthread.x"):
                        for ax2_2 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax1_2 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for ax1_3_init, ax2_3_0_init in T.grid(T.int64(4), T.int64(2)):
                                    for ax2_3_1_init in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_init"):
                                            v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3_init)
                                            v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0_init * T.int64(2) + ax2_3_1_init)
                                            T.reads()
                                            T.writes(matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2])
                                            matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2] = T.float32(0.0)
                                for ax3_0 in range(T.int64(6)):
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(2)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("e_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(96), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(e[v1, v2])
                                                        T.writes(e_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        e_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < n, e[v1, v2], T.float32(0.0))
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(4)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("lv58_reindex_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial(T.int64(64), (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(96), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(lv58[v2, v1])
                                                        T.writes(lv58_reindex_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        lv58_reindex_shared[v0, v1, v2] = lv58[v2, v1]
                                    for ax3_1, ax1_3, ax2_3_0 in T.grid(T.int64(16), T.int64(4), T.int64(2)):
                                        for ax2_3_1 in T.vectorized(T.int64(2)):
                                            with T.sblock("matmul_update"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3)
                                                v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0 * T.int64(2) + ax2_3_1)
                                                v3 = T.axis.reduce(T.int64(96), ax3_0 * T.int64(16) + ax3_1)
                                                T.reads(matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2], e_reindex_pad_shared[T.int64(0), v1, v3], lv58_reindex_shared[T.int64(0), v2, v3])
                                                T.writes(matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2])
                                                matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2] = matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2] + e_reindex_pad_shared[T.int64(0), v1, v3] * lv58_reindex_shared[T.int64(0), v2, v3]
                                for ax0, ax1, ax2_0 in T.grid(T.int64(1), T.int64(4), T.int64(2)):
                                    for ax2_1_1 in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_intermediate_reindex_pad_local"):
                                            v0 = T.axis.spatial(T.int64(1), ax0)
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1)
                                            v2 = T.axis.spatial(T.int64(64), ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1)
                                            T.where(ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1 < n)
                                            T.reads(a[v1, v2], matmul_intermediate_reindex_pad_local[v0, v1, v2])
                                            T.writes(T_add_intermediate[v1, v2])
                                            T_add_intermediate[v1, v2] = a[v1, v2] + matmul_intermediate_reindex_pad_local[v0, v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def fused_matmul2_multiply2_add2(lv40: T.Buffer((T.int64(4), T.int64(1), T.int64(16)), "float32"), kh: T.Buffer((T.int64(4), T.int64(16), "m + T.int64(1)"), "float32"), mask: T.Buffer((T.int64(1), m + T.int64(1)), "float32"), m: T.int64, T_add_intermediate: T.Buffer((T.int64(4), T.int64(1), m + T.int64(1)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate_local = T.sblock_alloc_buffer((T.int64(4), T.int64(1), m + T.int64(1)), scope="local")
        matmul_intermediate_rf_local = T.sblock_alloc_buffer((T.int64(16), T.int64(4), T.int64(1), m + T.int64(1)), scope="local")
        for ax0_ax1_fused_0 in T.thread_binding(m * T.int64(4) + T.int64(4), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1), thread="threadIdx.x"):
                for ax2_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul_rf_init"):
                        vax2_fused_1 = T.axis.spatial(T.int64(16), ax2_fused_1)
                        v0 = T.axis.spatial(T.int64(4), (ax0_ax1_fused_0 + ax0_ax1_fused_1) // (m + T.int64(1)))
                        v1 = T.axis.spatial(m + T.int64(1), (ax0_ax1_fused_0 + ax0_ax1_fused_1) % (m + T.int64(1)))
                        T.reads()
                        T.writes(matmul_intermediate_rf_local[vax2_fused_1, v0, T.int64(0), v1])
                        matmul_intermediate_rf_local[vax2_fused_1, v0, T.int64(0), v1] = T.float32(0.0)
                    for ax2_fused_0, u in T.grid(T.int64(1), 1):
                        with T.sblock("matmul_rf_update"):
                            vax2_fused_1 = T.axis.spatial(T.int64(16), ax2_fused_1)
                            v0 = T.axis.spatial(T.int64(4), (ax0_ax1_fused_0 + ax0_ax1_fused_1) // (m + T.int64(1)))
                            v1 = T.axis.spatial(m + T.int64(1), (ax0_ax1_fused_0 + ax0_ax1_fused_1) % (m + T.int64(1)))
                            vax2_fused_0 = T.axis.reduce(T.int64(1), ax2_fused_0)
                            T.reads(matmul_intermediate_rf_local[vax2_fused_1, v0, T.int64(0), v1], lv40[v0, T.int64(0), vax2_fused_0 * T.int64(16) + vax2_fused_1], kh[v0, vax2_fused_0 * T.int64(16) + vax2_fused_1, v1])
                            T.writes(matmul_intermediate_rf_local[vax2_fused_1, v0, T.int64(0), v1])
                            matmul_intermediate_rf_local[vax2_fused_1, v0, T.int64(0), v1] = matmul_intermediate_rf_local[vax2_fused_1, v0, T.int64(0), v1] + lv40[v0, T.int64(0), vax2_fused_0 * T.int64(16) + vax2_fused_1] * kh[v0, vax2_fused_0 * T.int64(16) + vax2_fused_1, v1]
            for ax1_ax2_fused in T.thread_binding(T.int64(1), thread="threadIdx.x"):
                for ax0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul"):
                        vax2_fused_1 = T.axis.reduce(T.int64(16), ax0)
                        v0 = T.axis.spatial(T.int64(4), ax0_ax1_fused_0 // (m + T.int64(1)))
                        v1 = T.axis.spatial(m + T.int64(1), ax0_ax1_fused_0 % (m + T.int64(1)))
                        T.where(ax0_ax1_fused_0 // (m + T.int64(1)) < T.int64(4))
                        T.reads(matmul_intermediate_rf_local[vax2_fused_1, v0, T.int64(0), v1])
                        T.writes(matmul_intermediate_local[v0, T.int64(0), v1])
                        with T.init():
                            matmul_intermediate_local[v0, T.int64(0), v1] = T.float32(0.0)
                        matmul_intermediate_local[v0, T.int64(0), v1] = matmul_intermediate_local[v0, T.int64(0), v1] + matmul_intermediate_rf_local[vax2_fused_1, v0, T.int64(0), v1]
            for ax0_ax1_fused_0_1 in T.thread_binding(T.int64(1), thread="threadIdx.x"):
                for ax0_ax1_fused_1 in range(T.int64(1)):
                    with T.sblock("T_add"):
                        v0 = T.axis.spatial(T.int64(4), ax0_ax1_fused_0 // (m + T.int64(1)))
                        v1 = T.axis.spatial(m + T.int64(1), ax0_ax1_fused_0 % (m + T.int64(1)))
                        T.where(ax0_ax1_fused_0 // (m + T.int64(1)) < T.int64(4))
                        T.reads(matmul_intermediate_local[v0, T.int64(0), v1], mask[T.int64(0), v1])
                        T.writes(T_add_intermediate[v0, T.int64(0), v1])
                        T_add_intermediate[v0, T.int64(0), v1] = matmul_intermediate_local[v0, T.int64(0), v1] * T.float32(0.25) + mask[T.int64(0), v1]

    @T.prim_func(private=True, s_tir=True)
    def fused_matmul4_silu_multiply3(g: T.Buffer((T.int64(1), T.int64(64)), "float32"), lv52: T.Buffer((T.int64(64), T.int64(96)), "float32"), lv56: T.Buffer((T.int64(1), T.int64(96)), "float32"), T_multiply_intermediate_1: T.Buffer((T.int64(1), T.int64(96)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate_local = T.sblock_alloc_buffer((T.int64(1), T.int64(96)), scope="local")
        matmul_intermediate_rf_local = T.sblock_alloc_buffer((T.int64(16), T.int64(1), T.int64(96)), scope="local")
        for ax0_fused_0 in T.thread_binding(T.int64(6), thread="blockIdx.x"):
            for ax0_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul_rf_init"):
                        vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                        v0 = T.axis.spatial(T.int64(96), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                        T.reads()
                        T.writes(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0])
                        matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0] = T.float32(0.0)
                    for ax1_fused_0, u in T.grid(T.int64(4), 1):
                        with T.sblock("matmul_rf_update"):
                            vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                            v0 = T.axis.spatial(T.int64(96), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                            vax1_fused_0 = T.axis.reduce(T.int64(4), ax1_fused_0)
                            T.reads(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0], g[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1], lv52[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0])
                            T.writes(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0])
                            matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0] = matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0] + g[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1] * lv52[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0]
            for ax1_fused in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul"):
                        vax1_fused_1 = T.axis.reduce(T.int64(16), ax0)
                        v0 = T.axis.spatial(T.int64(96), ax0_fused_0 * T.int64(16) + ax1_fused)
                        T.reads(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0])
                        T.writes(matmul_intermediate_local[T.int64(0), v0])
                        with T.init():
                            matmul_intermediate_local[T.int64(0), v0] = T.float32(0.0)
                        matmul_intermediate_local[T.int64(0), v0] = matmul_intermediate_local[T.int64(0), v0] + matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0]
            for ax0_fused_0_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0_fused_1 in range(T.int64(1)):
                    with T.sblock("T_multiply1"):
                        v0 = T.axis.spatial(T.int64(96), ax0_fused_0 * T.int64(16) + ax0_fused_0_1 + ax0_fused_1)
                        T.reads(matmul_intermediate_local[T.int64(0), v0], lv56[T.int64(0), v0])
                        T.writes(T_multiply_intermediate_1[T.int64(0), v0])
                        T_multiply_intermediate_1[T.int64(0), v0] = matmul_intermediate_local[T.int64(0), v0] * T.sigmoid(matmul_intermediate_local[T.int64(0), v0]) * lv56[T.int64(0), v0]

    @T.prim_func(private=True, s_tir=True)
    def fused_matmul5_add3(e: T.Buffer((T.int64(1), T.int64(96)), "float32"), lv58: T.Buffer((T.int64(96), T.int64(64)), "float32"), a: T.Buffer((T.int64(1), T.int64(64)), "float32"), T_add_intermediate: T.Buffer((T.int64(1), T.int64(64)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate_local = T.sblock_alloc_buffer((T.int64(1), T.int64(64)), scope="local")
        matmul_intermediate_rf_local = T.sblock_alloc_buffer((T.int64(16), T.int64(1), T.int64(64)), scope="local")
        for ax0_fused_0 in T.thread_binding(T.int64(4), thread="blockIdx.x"):
            for ax0_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul_rf_init"):
                        vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                        v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                        T.reads()
                        T.writes(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0])
                        matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0] = T.float32(0.0)
                    for ax1_fused_0, u in T.grid(T.int64(6), 1):
                        with T.sblock("matmul_rf_update"):
                            vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                            v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                            vax1_fused_0 = T.axis.reduce(T.int64(6), ax1_fused_0)
                            T.reads(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0], e[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1], lv58[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0])
                            T.writes(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0])
                            matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0] = matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0] + e[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1] * lv58[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0]
            for ax1_fused in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul"):
                        vax1_fused_1 = T.axis.reduce(T.int64(16), ax0)
                        v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax1_fused)
                        T.reads(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0])
                        T.writes(matmul_intermediate_local[T.int64(0), v0])
                        with T.init():
                            matmul_intermediate_local[T.int64(0), v0] = T.float32(0.0)
                        matmul_intermediate_local[T.int64(0), v0] = matmul_intermediate_local[T.int64(0), v0] + matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0]
            for ax0_fused_0_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0_fused_1 in range(T.int64(1)):
                    with T.sblock("T_add"):
                        v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax0_fused_0_1 + ax0_fused_1)
                        T.reads(a[T.int64(0), v0], matmul_intermediate_local[T.int64(0), v0])
                        T.writes(T_add_intermediate[T.int64(0), v0])
                        T_add_intermediate[T.int64(0), v0] = a[T.int64(0), v0] + matmul_intermediate_local[T.int64(0), v0]

    @T.prim_func(private=True, s_tir=True)
    def fused_matmul7_add7(o: T.Buffer((n, T.int64(64)), "float32"), lv48: T.Buffer((T.int64(64), T.int64(64)), "float32"), x: T.Buffer((n, T.int64(64)), "float32"), T_add_intermediate: T.Buffer((n, T.int64(64)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate_reindex_pad_local = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="local")
        o_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="shared")
        lv48_reindex_shared = T.sblock_alloc_buffer((T.int64(1), T.int64(64), T.int64(64)), scope="shared")
        for ax0_ax2_0_fused in T.thread_binding(T.int64(1), thread="blockIdx.y"):
            for ax1_0 in T.thread_binding((n + T.int64(31)) // T.int64(32), thread="blockIdx.x"):
                for ax2_1 in T.thread_binding(T.int64(1), thread="vthread.y"):
                    for ax1_1 in T.thread_binding(T.int64(1), thread="vthread.x"):
                        for ax2_2 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax1_2 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for ax1_3_init, ax2_3_0_init in T.grid(T.int64(4), T.int64(2)):
                                    for ax2_3_1_init in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_init"):
                                            v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3_init)
                                            v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0_init * T.int64(2) + ax2_3_1_init)
                                            T.reads()
                                            T.writes(matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2])
                                            matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2] = T.float32(0.0)
                                for ax3_0 in range(T.int64(4)):
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(2)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("o_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(o[v1, v2])
                                                        T.writes(o_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        o_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < n, o[v1, v2], T.float32(0.0))
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(4)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("lv48_reindex_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial(T.int64(64), (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(lv48[v2, v1])
                                                        T.writes(lv48_reindex_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        lv48_reindex_shared[v0, v1, v2] = lv48[v2, v1]
                                    for ax3_1, ax1_3, ax2_3_0 in T.grid(T.int64(16), T.int64(4), T.int64(2)):
                                        for ax2_3_1 in T.vectorized(T.int64(2)):
                                            with T.sblock("matmul_update"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3)
                                                v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0 * T.int64(2) + ax2_3_1)
                                                v3 = T.axis.reduce(T.int64(64), ax3_0 * T.int64(16) + ax3_1)
                                                T.reads(matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2], o_reindex_pad_shared[T.int64(0), v1, v3], lv48_reindex_shared[T.int64(0), v2, v3])
                                                T.writes(matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2])
                                                matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2] = matmul_intermediate_reindex_pad_local[T.int64(0), v1, v2] + o_reindex_pad_shared[T.int64(0), v1, v3] * lv48_reindex_shared[T.int64(0), v2, v3]
                                for ax0, ax1, ax2_0 in T.grid(T.int64(1), T.int64(4), T.int64(2)):
                                    for ax2_1_1 in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_intermediate_reindex_pad_local"):
                                            v0 = T.axis.spatial(T.int64(1), ax0)
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1)
                                            v2 = T.axis.spatial(T.int64(64), ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1)
                                            T.where(ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1 < n)
                                            T.reads(x[v1, v2], matmul_intermediate_reindex_pad_local[v0, v1, v2])
                                            T.writes(T_add_intermediate[v1, v2])
                                            T_add_intermediate[v1, v2] = x[v1, v2] + matmul_intermediate_reindex_pad_local[v0, v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def fused_matmul9_multiply6_add6(lv40: T.Buffer((T.int64(4), n, T.int64(16)), "float32"), kh: T.Buffer((T.int64(4), T.int64(16), "m + n"), "float32"), mask: T.Buffer((n, "m + n"), "float32"), m: T.int64, T_add_intermediate: T.Buffer((T.int64(4), n, "m + n"), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate_reindex_pad_local = T.sblock_alloc_buffer((T.int64(4), (n + T.int64(31)) // T.int64(32) * T.int64(32), (m + n + T.int64(63)) // T.int64(64) * T.int64(64)), scope="local")
        lv40_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(4), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(16)), scope="shared")
        kh_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(4), (m + n + T.int64(63)) // T.int64(64) * T.int64(64), T.int64(16)), scope="shared")
        for ax0_ax2_0_fused in T.thread_binding((m + n + T.int64(63)) // T.int64(64) * T.int64(4), thread="blockIdx.y"):
            for ax1_0 in T.thread_binding((n + T.int64(31)) // T.int64(32), thread="blockIdx.x"):
                for ax2_1 in T.thread_binding(T.int64(1), thread="vthread.y"):
                    for ax1_1 in T.thread_binding(T.int64(1), thread="vthread.x"):
                        for ax2_2 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax1_2 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for ax1_3_init, ax2_3_0_init in T.grid(T.int64(4), T.int64(2)):
                                    for ax2_3_1_init in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_init"):
                                            v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused // ((m + n + T.int64(63)) // T.int64(64)))
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3_init)
                                            v2 = T.axis.spatial((m + n + T.int64(63)) // T.int64(64) * T.int64(64), ax0_ax2_0_fused % ((m + n + T.int64(63)) // T.int64(64)) * T.int64(64) + ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0_init * T.int64(2) + ax2_3_1_init)
                                            T.reads()
                                            T.writes(matmul_intermediate_reindex_pad_local[v0, v1, v2])
                                            matmul_intermediate_reindex_pad_local[v0, v1, v2] = T.float32(0.0)
                                for ax3_0 in range(T.int64(1)):
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(2)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("lv40_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused // ((m + n + T.int64(63)) // T.int64(64)))
                                                        v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.where(T.int64(0) <= ax0_ax2_0_fused // ((m + n + T.int64(63)) // T.int64(64)) and ax0_ax2_0_fused // ((m + n + T.int64(63)) // T.int64(64)) < T.int64(4))
                                                        T.reads(lv40[v0, v1, v2])
                                                        T.writes(lv40_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        lv40_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < n, lv40[v0, v1, v2], T.float32(0.0))
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(4)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("kh_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused // ((m + n + T.int64(63)) // T.int64(64)))
                                                        v1 = T.axis.spatial((m + n + T.int64(63)) // T.int64(64) * T.int64(64), ax0_ax2_0_fused % ((m + n + T.int64(63)) // T.int64(64)) * T.int64(64) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.where(T.int64(0) <= ax0_ax2_0_fused // ((m + n + T.int64(63)) // T.int64(64)) and ax0_ax2_0_fused // ((m + n + T.int64(63)) // T.int64(64)) < T.int64(4) and T.int64(0) <= ax0_ax2_0_fused % ((m + n + T.int64(63)) // T.int64(64)) * T.int64(64) + (((ax0_ax1_ax2_fused_0 * T.int64(8) + ax0_ax1_ax2_fused_1) * T.int64(4) + ax0_ax1_ax2_fused_2) * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(1024) // T.int64(16) and ax0_ax2_0_fused % ((m + n + T.int64(63)) // T.int64(64)) - (m + n + T.int64(63)) // T.int64(64) < T.int64(0))
                                                        T.reads(kh[v0, v2, v1])
                                                        T.writes(kh_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        kh_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < m + n, kh[v0, v2, v1], T.float32(0.0))
                                    for ax3_1, ax1_3, ax2_3_0 in T.grid(T.int64(16), T.int64(4), T.int64(2)):
                                        for ax2_3_1 in T.vectorized(T.int64(2)):
                                            with T.sblock("matmul_update"):
                                                v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused // ((m + n + T.int64(63)) // T.int64(64)))
                                                v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3)
                                                v2 = T.axis.spatial((m + n + T.int64(63)) // T.int64(64) * T.int64(64), ax0_ax2_0_fused % ((m + n + T.int64(63)) // T.int64(64)) * T.int64(64) + ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0 * T.int64(2) + ax2_3_1)
                                                v3 = T.axis.reduce(T.int64(16), ax3_0 * T.int64(16) + ax3_1)
                                                T.reads(matmul_intermediate_reindex_pad_local[v0, v1, v2], lv40_reindex_pad_shared[v0, v1, v3], kh_reindex_pad_shared[v0, v2, v3])
                                                T.writes(matmul_intermediate_reindex_pad_local[v0, v1, v2])
                                                matmul_intermediate_reindex_pad_local[v0, v1, v2] = matmul_intermediate_reindex_pad_local[v0, v1, v2] + lv40_reindex_pad_shared[v0, v1, v3] * kh_reindex_pad_shared[v0, v2, v3]
                                for ax0, ax1, ax2_0 in T.grid(T.int64(1), T.int64(4), T.int64(2)):
                                    for ax2_1_1 in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_intermediate_reindex_pad_local"):
                                            v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused // ((m + n + T.int64(63)) // T.int64(64)) + ax0)
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1)
                                            v2 = T.axis.spatial((m + n + T.int64(63)) // T.int64(64) * T.int64(64), ax0_ax2_0_fused % ((m + n + T.int64(63)) // T.int64(64)) * T.int64(64) + ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1)
                                            T.where(ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1 < n and ax0_ax2_0_fused % ((m + n + T.int64(63)) // T.int64(64)) * T.int64(64) + ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1 < m + n)
                                            T.reads(matmul_intermediate_reindex_pad_local[v0, v1, v2], mask[v1, v2])
                                            T.writes(T_add_intermediate[v0, v1, v2])
                                            T_add_intermediate[v0, v1, v2] = matmul_intermediate_reindex_pad_local[v0, v1, v2] * T.float32(0.25) + mask[v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def fused_matmul_add3(o: T.Buffer((T.int64(1), T.int64(64)), "float32"), lv48: T.Buffer((T.int64(64), T.int64(64)), "float32"), x: T.Buffer((T.int64(1), T.int64(64)), "float32"), T_add_intermediate: T.Buffer((T.int64(1), T.int64(64)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_intermediate_local = T.sblock_alloc_buffer((T.int64(1), T.int64(64)), scope="local")
        matmul_intermediate_rf_local = T.sblock_alloc_buffer((T.int64(16), T.int64(1), T.int64(64)), scope="local")
        for ax0_fused_0 in T.thread_binding(T.int64(4), thread="blockIdx.x"):
            for ax0_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul_rf_init"):
                        vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                        v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                        T.reads()
                        T.writes(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0])
                        matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0] = T.float32(0.0)
                    for ax1_fused_0, u in T.grid(T.int64(4), 1):
                        with T.sblock("matmul_rf_update"):
                            vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                            v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                            vax1_fused_0 = T.axis.reduce(T.int64(4), ax1_fused_0)
                            T.reads(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0], o[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1], lv48[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0])
                            T.writes(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0])
                            matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0] = matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0] + o[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1] * lv48[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0]
            for ax1_fused in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul"):
                        vax1_fused_1 = T.axis.reduce(T.int64(16), ax0)
                        v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax1_fused)
                        T.reads(matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0])
                        T.writes(matmul_intermediate_local[T.int64(0), v0])
                        with T.init():
                            matmul_intermediate_local[T.int64(0), v0] = T.float32(0.0)
                        matmul_intermediate_local[T.int64(0), v0] = matmul_intermediate_local[T.int64(0), v0] + matmul_intermediate_rf_local[vax1_fused_1, T.int64(0), v0]
            for ax0_fused_0_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0_fused_1 in range(T.int64(1)):
                    with T.sblock("T_add"):
                        v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax0_fused_0_1 + ax0_fused_1)
                        T.reads(x[T.int64(0), v0], matmul_intermediate_local[T.int64(0), v0])
                        T.writes(T_add_intermediate[T.int64(0), v0])
                        T_add_intermediate[T.int64(0), v0] = x[T.int64(0), v0] + matmul_intermediate_local[T.int64(0), v0]

    @T.prim_func(private=True, s_tir=True)
    def fused_repeat1_transpose10(all_values: T.Buffer(("m + n", T.int64(2), T.int64(16)), "float32"), n: T.int64, m: T.int64, T_transpose_intermediate: T.Buffer((T.int64(4), m + n, T.int64(16)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding((m * T.int64(64) + n * T.int64(64) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(4), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // (m * T.int64(16) + n * T.int64(16)))
                    v1 = T.axis.spatial(m + n, (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % (m * T.int64(16) + n * T.int64(16)) // T.int64(16))
                    v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(16))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < m * T.int64(64) + n * T.int64(64))
                    T.reads(all_values[v1, v0 // T.int64(2), v2])
                    T.writes(T_transpose_intermediate[v0, v1, v2])
                    T_transpose_intermediate[v0, v1, v2] = all_values[v1, v0 // T.int64(2), v2]

    @T.prim_func(private=True, s_tir=True)
    def fused_repeat1_transpose9(all_keys: T.Buffer(("m + n", T.int64(2), T.int64(16)), "float32"), n: T.int64, m: T.int64, T_transpose_intermediate: T.Buffer((T.int64(4), T.int64(16), m + n), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding((m * T.int64(64) + n * T.int64(64) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(4), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // (m * T.int64(16) + n * T.int64(16)))
                    v1 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % (m * T.int64(16) + n * T.int64(16)) // (m + n))
                    v2 = T.axis.spatial(m + n, (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % (m + n))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < m * T.int64(64) + n * T.int64(64))
                    T.reads(all_keys[v2, v0 // T.int64(2), v1])
                    T.writes(T_transpose_intermediate[v0, v1, v2])
                    T_transpose_intermediate[v0, v1, v2] = all_keys[v2, v0 // T.int64(2), v1]

    @T.prim_func(private=True, s_tir=True)
    def fused_repeat_transpose2(all_keys: T.Buffer(("m + T.int64(1)", T.int64(2), T.int64(16)), "float32"), m: T.int64, T_transpose_intermediate: T.Buffer((T.int64(4), T.int64(16), m + T.int64(1)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding(m // T.int64(16) + T.int64(1), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(4), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // (m * T.int64(16) + T.int64(16)))
                    v1 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % (m * T.int64(16) + T.int64(16)) // (m + T.int64(1)))
                    v2 = T.axis.spatial(m + T.int64(1), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % (m + T.int64(1)))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < m * T.int64(64) + T.int64(64))
                    T.reads(all_keys[v2, v0 // T.int64(2), v1])
                    T.writes(T_transpose_intermediate[v0, v1, v2])
                    T_transpose_intermediate[v0, v1, v2] = all_keys[v2, v0 // T.int64(2), v1]

    @T.prim_func(private=True, s_tir=True)
    def fused_repeat_transpose3(all_values: T.Buffer(("m + T.int64(1)", T.int64(2), T.int64(16)), "float32"), m: T.int64, T_transpose_intermediate: T.Buffer((T.int64(4), m + T.int64(1), T.int64(16)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding(m // T.int64(16) + T.int64(1), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(4), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // (m * T.int64(16) + T.int64(16)))
                    v1 = T.axis.spatial(m + T.int64(1), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % (m * T.int64(16) + T.int64(16)) // T.int64(16))
                    v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(16))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < m * T.int64(64) + T.int64(64))
                    T.reads(all_values[v1, v0 // T.int64(2), v2])
                    T.writes(T_transpose_intermediate[v0, v1, v2])
                    T_transpose_intermediate[v0, v1, v2] = all_values[v1, v0 // T.int64(2), v2]

    @T.prim_func(private=True, s_tir=True)
    def fused_reshape1_split1_multiply1_multiply1_subtract1_multiply1_multiply1_add1_concatenate1(lv5: T.Buffer((T.int64(1), T.int64(32)), "float32"), cosine: T.Buffer((T.int64(1), T.int64(1), T.int64(8)), "float32"), sine: T.Buffer((T.int64(1), T.int64(1), T.int64(8)), "float32"), T_concat_intermediate: T.Buffer((T.int64(1), T.int64(2), T.int64(16)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_concat"):
                    v0 = T.axis.spatial(T.int64(2), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(16))
                    v1 = T.axis.spatial(T.int64(16), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(16))
                    T.where(ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1 < T.int64(32))
                    T.reads(lv5[T.int64(0), v0 * T.int64(16) + v1 - T.int64(8):v0 * T.int64(16) + v1 - T.int64(8) + T.int64(17)], cosine[T.int64(0), T.int64(0), v1 - T.int64(8):v1 - T.int64(8) + T.int64(9)], sine[T.int64(0), T.int64(0), v1 - T.int64(8):v1 - T.int64(8) + T.int64(9)])
                    T.writes(T_concat_intermediate[T.int64(0), v0, v1])
                    T_concat_intermediate[T.int64(0), v0, v1] = T.if_then_else(T.int64(8) <= v1, lv5[T.int64(0), v0 * T.int64(16) + (v1 - T.int64(8) + T.int64(8))] * cosine[T.int64(0), T.int64(0), v1 - T.int64(8)] + lv5[T.int64(0), v0 * T.int64(16) + (v1 - T.int64(8))] * sine[T.int64(0), T.int64(0), v1 - T.int64(8)], lv5[T.int64(0), v0 * T.int64(16) + v1] * cosine[T.int64(0), T.int64(0), v1] - lv5[T.int64(0), v0 * T.int64(16) + (v1 + T.int64(8))] * sine[T.int64(0), T.int64(0), v1])

    @T.prim_func(private=True, s_tir=True)
    def fused_reshape_split_multiply_multiply_subtract_multiply_multiply_add_concatenate_transpose4(lv2: T.Buffer((T.int64(1), T.int64(64)), "float32"), cosine: T.Buffer((T.int64(1), T.int64(1), T.int64(8)), "float32"), sine: T.Buffer((T.int64(1), T.int64(1), T.int64(8)), "float32"), T_transpose_intermediate: T.Buffer((T.int64(4), T.int64(1), T.int64(16)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(4), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(16))
                    v1 = T.axis.spatial(T.int64(16), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(16))
                    T.where(ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1 < T.int64(64))
                    T.reads(lv2[T.int64(0), v0 * T.int64(16) + v1 - T.int64(8):v0 * T.int64(16) + v1 - T.int64(8) + T.int64(17)], cosine[T.int64(0), T.int64(0), v1 - T.int64(8):v1 - T.int64(8) + T.int64(9)], sine[T.int64(0), T.int64(0), v1 - T.int64(8):v1 - T.int64(8) + T.int64(9)])
                    T.writes(T_transpose_intermediate[v0, T.int64(0), v1])
                    T_transpose_intermediate[v0, T.int64(0), v1] = T.if_then_else(T.int64(8) <= v1, lv2[T.int64(0), v0 * T.int64(16) + (v1 - T.int64(8) + T.int64(8))] * cosine[T.int64(0), T.int64(0), v1 - T.int64(8)] + lv2[T.int64(0), v0 * T.int64(16) + (v1 - T.int64(8))] * sine[T.int64(0), T.int64(0), v1 - T.int64(8)], lv2[T.int64(0), v0 * T.int64(16) + v1] * cosine[T.int64(0), T.int64(0), v1] - lv2[T.int64(0), v0 * T.int64(16) + (v1 + T.int64(8))] * sine[T.int64(0), T.int64(0), v1])

    @T.prim_func(private=True, s_tir=True)
    def fused_split2_multiply4_multiply4_subtract2_multiply4_multiply4_add4_concatenate3_transpose11(q: T.Buffer((n, T.int64(4), T.int64(16)), "float32"), cosine: T.Buffer((n, T.int64(1), T.int64(8)), "float32"), sine: T.Buffer((n, T.int64(1), T.int64(8)), "float32"), T_transpose_intermediate: T.Buffer((T.int64(4), n, T.int64(16)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding((n * T.int64(64) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(4), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // (n * T.int64(16)))
                    v1 = T.axis.spatial(n, (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % (n * T.int64(16)) // T.int64(16))
                    v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(16))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < n * T.int64(64))
                    T.reads(q[v1, v0, v2 - T.int64(8):v2 - T.int64(8) + T.int64(17)], cosine[v1, T.int64(0), v2 - T.int64(8):v2 - T.int64(8) + T.int64(9)], sine[v1, T.int64(0), v2 - T.int64(8):v2 - T.int64(8) + T.int64(9)])
                    T.writes(T_transpose_intermediate[v0, v1, v2])
                    T_transpose_intermediate[v0, v1, v2] = T.if_then_else(T.int64(8) <= v2, q[v1, v0, v2 - T.int64(8) + T.int64(8)] * cosine[v1, T.int64(0), v2 - T.int64(8)] + q[v1, v0, v2 - T.int64(8)] * sine[v1, T.int64(0), v2 - T.int64(8)], q[v1, v0, v2] * cosine[v1, T.int64(0), v2] - q[v1, v0, v2 + T.int64(8)] * sine[v1, T.int64(0), v2])

    @T.prim_func(private=True, s_tir=True)
    def fused_split3_multiply5_multiply5_subtract3_multiply5_multiply5_add5_concatenate4(k: T.Buffer((n, T.int64(2), T.int64(16)), "float32"), cosine: T.Buffer((n, T.int64(1), T.int64(8)), "float32"), sine: T.Buffer((n, T.int64(1), T.int64(8)), "float32"), T_concat_intermediate: T.Buffer((n, T.int64(2), T.int64(16)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding((n * T.int64(32) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_concat"):
                    v0 = T.axis.spatial(n, (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // T.int64(32))
                    v1 = T.axis.spatial(T.int64(2), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(32) // T.int64(16))
                    v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(16))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < n * T.int64(32))
                    T.reads(k[v0, v1, v2 - T.int64(8):v2 - T.int64(8) + T.int64(17)], cosine[v0, T.int64(0), v2 - T.int64(8):v2 - T.int64(8) + T.int64(9)], sine[v0, T.int64(0), v2 - T.int64(8):v2 - T.int64(8) + T.int64(9)])
                    T.writes(T_concat_intermediate[v0, v1, v2])
                    T_concat_intermediate[v0, v1, v2] = T.if_then_else(T.int64(8) <= v2, k[v0, v1, v2 - T.int64(8) + T.int64(8)] * cosine[v0, T.int64(0), v2 - T.int64(8)] + k[v0, v1, v2 - T.int64(8)] * sine[v0, T.int64(0), v2 - T.int64(8)], k[v0, v1, v2] * cosine[v0, T.int64(0), v2] - k[v0, v1, v2 + T.int64(8)] * sine[v0, T.int64(0), v2])

    @T.prim_func(private=True, s_tir=True)
    def fused_transpose5_reshape2(lv45: T.Buffer((T.int64(4), T.int64(1), T.int64(16)), "float32"), T_reshape_intermediate: T.Buffer((T.int64(1), T.int64(64)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_fused_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for ax0_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_reshape"):
                    v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(1024) + ax0_fused_1)
                    T.where(ax0_fused_0 * T.int64(1024) + ax0_fused_1 < T.int64(64))
                    T.reads(lv45[v0 // T.int64(16), T.int64(0), v0 % T.int64(16)])
                    T.writes(T_reshape_intermediate[T.int64(0), v0])
                    T_reshape_intermediate[T.int64(0), v0] = lv45[v0 // T.int64(16), T.int64(0), v0 % T.int64(16)]

    @T.prim_func(private=True, s_tir=True)
    def matmul(h: T.Buffer((T.int64(1), T.int64(64)), "float32"), lv1: T.Buffer((T.int64(64), T.int64(64)), "float32"), matmul: T.Buffer((T.int64(1), T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_rf_local = T.sblock_alloc_buffer((T.int64(16), T.int64(1), T.int64(64)), scope="local")
        for ax0_fused_0 in T.thread_binding(T.int64(4), thread="blockIdx.x"):
            for ax0_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul_rf_init"):
                        vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                        v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                        T.reads()
                        T.writes(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                        matmul_rf_local[vax1_fused_1, T.int64(0), v0] = T.float32(0.0)
                    for ax1_fused_0, u in T.grid(T.int64(4), 1):
                        with T.sblock("matmul_rf_update"):
                            vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                            v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                            vax1_fused_0 = T.axis.reduce(T.int64(4), ax1_fused_0)
                            T.reads(matmul_rf_local[vax1_fused_1, T.int64(0), v0], h[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1], lv1[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0])
                            T.writes(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                            matmul_rf_local[vax1_fused_1, T.int64(0), v0] = matmul_rf_local[vax1_fused_1, T.int64(0), v0] + h[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1] * lv1[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0]
            for ax1_fused in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul"):
                        vax1_fused_1 = T.axis.reduce(T.int64(16), ax0)
                        v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(16) + ax1_fused)
                        T.reads(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                        T.writes(matmul[T.int64(0), v0])
                        with T.init():
                            matmul[T.int64(0), v0] = T.float32(0.0)
                        matmul[T.int64(0), v0] = matmul[T.int64(0), v0] + matmul_rf_local[vax1_fused_1, T.int64(0), v0]

    @T.prim_func(private=True, s_tir=True)
    def matmul1(h: T.Buffer((T.int64(1), T.int64(64)), "float32"), lv4: T.Buffer((T.int64(64), T.int64(32)), "float32"), matmul: T.Buffer((T.int64(1), T.int64(32)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_rf_local = T.sblock_alloc_buffer((T.int64(16), T.int64(1), T.int64(32)), scope="local")
        for ax0_fused_0 in T.thread_binding(T.int64(2), thread="blockIdx.x"):
            for ax0_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul_rf_init"):
                        vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                        v0 = T.axis.spatial(T.int64(32), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                        T.reads()
                        T.writes(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                        matmul_rf_local[vax1_fused_1, T.int64(0), v0] = T.float32(0.0)
                    for ax1_fused_0, u in T.grid(T.int64(4), 1):
                        with T.sblock("matmul_rf_update"):
                            vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                            v0 = T.axis.spatial(T.int64(32), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                            vax1_fused_0 = T.axis.reduce(T.int64(4), ax1_fused_0)
                            T.reads(matmul_rf_local[vax1_fused_1, T.int64(0), v0], h[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1], lv4[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0])
                            T.writes(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                            matmul_rf_local[vax1_fused_1, T.int64(0), v0] = matmul_rf_local[vax1_fused_1, T.int64(0), v0] + h[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1] * lv4[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0]
            for ax1_fused in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul"):
                        vax1_fused_1 = T.axis.reduce(T.int64(16), ax0)
                        v0 = T.axis.spatial(T.int64(32), ax0_fused_0 * T.int64(16) + ax1_fused)
                        T.reads(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                        T.writes(matmul[T.int64(0), v0])
                        with T.init():
                            matmul[T.int64(0), v0] = T.float32(0.0)
                        matmul[T.int64(0), v0] = matmul[T.int64(0), v0] + matmul_rf_local[vax1_fused_1, T.int64(0), v0]

    @T.prim_func(private=True, s_tir=True)
    def matmul10(p: T.Buffer((T.int64(4), n, "m + n"), "float32"), vh: T.Buffer((T.int64(4), "m + n", T.int64(16)), "float32"), m: T.int64, matmul: T.Buffer((T.int64(4), n, T.int64(16)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_reindex_pad_local = T.sblock_alloc_buffer((T.int64(4), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="local")
        p_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(4), (n + T.int64(31)) // T.int64(32) * T.int64(32), (m + n + T.int64(15)) // T.int64(16) * T.int64(16)), scope="shared")
        vh_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(4), T.int64(64), (m + n + T.int64(15)) // T.int64(16) * T.int64(16)), scope="shared")
        for ax0_ax2_0_fused in T.thread_binding(T.int64(4), thread="blockIdx.y"):
            for ax1_0 in T.thread_binding((n + T.int64(31)) // T.int64(32), thread="blockIdx.x"):
                for ax2_1 in T.thread_binding(T.int64(1), thread="vthread.y"):
                    for ax1_1 in T.thread_binding(T.int64(1), thread="vthread.x"):
                        for ax2_2 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax1_2 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for ax1_3_init, ax2_3_0_init in T.grid(T.int64(4), T.int64(2)):
                                    for ax2_3_1_init in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_init"):
                                            v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused)
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3_init)
                                            v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0_init * T.int64(2) + ax2_3_1_init)
                                            T.reads()
                                            T.writes(matmul_reindex_pad_local[v0, v1, v2])
                                            matmul_reindex_pad_local[v0, v1, v2] = T.float32(0.0)
                                for ax3_0 in range((m + n + T.int64(15)) // T.int64(16)):
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(2)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("p_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused)
                                                        v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial((m + n + T.int64(15)) // T.int64(16) * T.int64(16), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(p[v0, v1, v2])
                                                        T.writes(p_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        p_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < n and v2 < m + n, p[v0, v1, v2], T.float32(0.0))
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(4)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("vh_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused)
                                                        v1 = T.axis.spatial(T.int64(64), (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial((m + n + T.int64(15)) // T.int64(16) * T.int64(16), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(vh[v0, v2, v1])
                                                        T.writes(vh_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        vh_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < T.int64(16) and v2 < m + n, vh[v0, v2, v1], T.float32(0.0))
                                    for ax3_1, ax1_3, ax2_3_0 in T.grid(T.int64(16), T.int64(4), T.int64(2)):
                                        for ax2_3_1 in T.vectorized(T.int64(2)):
                                            with T.sblock("matmul_update"):
                                                v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused)
                                                v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3)
                                                v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0 * T.int64(2) + ax2_3_1)
                                                v3 = T.axis.reduce((m + n + T.int64(15)) // T.int64(16) * T.int64(16), ax3_0 * T.int64(16) + ax3_1)
                                                T.reads(matmul_reindex_pad_local[v0, v1, v2], p_reindex_pad_shared[v0, v1, v3], vh_reindex_pad_shared[v0, v2, v3])
                                                T.writes(matmul_reindex_pad_local[v0, v1, v2])
                                                matmul_reindex_pad_local[v0, v1, v2] = matmul_reindex_pad_local[v0, v1, v2] + p_reindex_pad_shared[v0, v1, v3] * vh_reindex_pad_shared[v0, v2, v3]
                                for ax0, ax1, ax2_0 in T.grid(T.int64(1), T.int64(4), T.int64(2)):
                                    for ax2_1_1 in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_reindex_pad_local"):
                                            v0 = T.axis.spatial(T.int64(4), ax0_ax2_0_fused + ax0)
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1)
                                            v2 = T.axis.spatial(T.int64(64), ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1)
                                            T.where(ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1 < n and ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1 < T.int64(16))
                                            T.reads(matmul_reindex_pad_local[v0, v1, v2])
                                            T.writes(matmul[v0, v1, v2])
                                            matmul[v0, v1, v2] = matmul_reindex_pad_local[v0, v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def matmul11(g: T.Buffer((n, T.int64(64)), "float32"), lv52: T.Buffer((T.int64(64), T.int64(96)), "float32"), matmul: T.Buffer((n, T.int64(96)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_reindex_pad_local = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(128)), scope="local")
        g_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="shared")
        lv52_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(64)), scope="shared")
        for ax0_ax2_0_fused in T.thread_binding(T.int64(2), thread="blockIdx.y"):
            for ax1_0 in T.thread_binding((n + T.int64(31)) // T.int64(32), thread="blockIdx.x"):
                for ax2_1 in T.thread_binding(T.int64(1), thread="vthread.y"):
                    for ax1_1 in T.thread_binding(T.int64(1), thread="vthread.x"):
                        for ax2_2 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax1_2 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for ax1_3_init, ax2_3_0_init in T.grid(T.int64(4), T.int64(2)):
                                    for ax2_3_1_init in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_init"):
                                            v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3_init)
                                            v2 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0_init * T.int64(2) + ax2_3_1_init)
                                            T.reads()
                                            T.writes(matmul_reindex_pad_local[T.int64(0), v1, v2])
                                            matmul_reindex_pad_local[T.int64(0), v1, v2] = T.float32(0.0)
                                for ax3_0 in range(T.int64(4)):
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(2)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("g_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(g[v1, v2])
                                                        T.writes(g_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        g_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < n, g[v1, v2], T.float32(0.0))
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(4)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("lv52_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(lv52[v2, v1])
                                                        T.writes(lv52_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        lv52_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < T.int64(96), lv52[v2, v1], T.float32(0.0))
                                    for ax3_1, ax1_3, ax2_3_0 in T.grid(T.int64(16), T.int64(4), T.int64(2)):
                                        for ax2_3_1 in T.vectorized(T.int64(2)):
                                            with T.sblock("matmul_update"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3)
                                                v2 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0 * T.int64(2) + ax2_3_1)
                                                v3 = T.axis.reduce(T.int64(64), ax3_0 * T.int64(16) + ax3_1)
                                                T.reads(matmul_reindex_pad_local[T.int64(0), v1, v2], g_reindex_pad_shared[T.int64(0), v1, v3], lv52_reindex_pad_shared[T.int64(0), v2, v3])
                                                T.writes(matmul_reindex_pad_local[T.int64(0), v1, v2])
                                                matmul_reindex_pad_local[T.int64(0), v1, v2] = matmul_reindex_pad_local[T.int64(0), v1, v2] + g_reindex_pad_shared[T.int64(0), v1, v3] * lv52_reindex_pad_shared[T.int64(0), v2, v3]
                                for ax0, ax1, ax2_0 in T.grid(T.int64(1), T.int64(4), T.int64(2)):
                                    for ax2_1_1 in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_reindex_pad_local"):
                                            v0 = T.axis.spatial(T.int64(1), ax0)
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1)
                                            v2 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1)
                                            T.where(ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1 < n and ax0_ax2_0_fused * T.int64(64) + ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1 < T.int64(96))
                                            T.reads(matmul_reindex_pad_local[v0, v1, v2])
                                            T.writes(matmul[v1, v2])
                                            matmul[v1, v2] = matmul_reindex_pad_local[v0, v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def matmul13(l: T.Buffer(("T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0))", T.int64(64)), "float32"), lv63: T.Buffer((T.int64(64), T.int64(128)), "float32"), n: T.int64, matmul: T.Buffer((T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)), T.int64(128)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_reindex_pad_local = T.sblock_alloc_buffer((T.int64(1), (T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(128)), scope="local")
        l_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), (T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="shared")
        lv63_reindex_shared = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(64)), scope="shared")
        for ax0_ax2_0_fused in T.thread_binding(T.int64(2), thread="blockIdx.y"):
            for ax1_0 in T.thread_binding((T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32), thread="blockIdx.x"):
                for ax2_1 in T.thread_binding(T.int64(1), thread="vthread.y"):
                    for ax1_1 in T.thread_binding(T.int64(1), thread="vthread.x"):
                        for ax2_2 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax1_2 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for ax1_3_init, ax2_3_0_init in T.grid(T.int64(4), T.int64(2)):
                                    for ax2_3_1_init in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_init"):
                                            v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1 = T.axis.spatial((T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3_init)
                                            v2 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0_init * T.int64(2) + ax2_3_1_init)
                                            T.where(((ax1_0 + ax1_1) * T.int64(8) + ax1_2) * T.int64(4) + ax1_3_init < (T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32) * T.int64(32))
                                            T.reads()
                                            T.writes(matmul_reindex_pad_local[T.int64(0), v1, v2])
                                            matmul_reindex_pad_local[T.int64(0), v1, v2] = T.float32(0.0)
                                for ax3_0 in range(T.int64(4)):
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(2)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("l_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial((T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.where(ax1_0 - (T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32) < T.int64(0))
                                                        T.reads(l[v1, v2])
                                                        T.writes(l_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        l_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)), l[v1, v2], T.float32(0.0))
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(4)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("lv63_reindex_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(lv63[v2, v1])
                                                        T.writes(lv63_reindex_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        lv63_reindex_shared[v0, v1, v2] = lv63[v2, v1]
                                    for ax3_1, ax1_3, ax2_3_0 in T.grid(T.int64(16), T.int64(4), T.int64(2)):
                                        for ax2_3_1 in T.vectorized(T.int64(2)):
                                            with T.sblock("matmul_update"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial((T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3)
                                                v2 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0 * T.int64(2) + ax2_3_1)
                                                v3 = T.axis.reduce(T.int64(64), ax3_0 * T.int64(16) + ax3_1)
                                                T.where(((ax1_0 + ax1_1) * T.int64(8) + ax1_2) * T.int64(4) + ax1_3 < (T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32) * T.int64(32))
                                                T.reads(matmul_reindex_pad_local[T.int64(0), v1, v2], l_reindex_pad_shared[T.int64(0), v1, v3], lv63_reindex_shared[T.int64(0), v2, v3])
                                                T.writes(matmul_reindex_pad_local[T.int64(0), v1, v2])
                                                matmul_reindex_pad_local[T.int64(0), v1, v2] = matmul_reindex_pad_local[T.int64(0), v1, v2] + l_reindex_pad_shared[T.int64(0), v1, v3] * lv63_reindex_shared[T.int64(0), v2, v3]
                                for ax0, ax1, ax2_0 in T.grid(T.int64(1), T.int64(4), T.int64(2)):
                                    for ax2_1_1 in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_reindex_pad_local"):
                                            v0 = T.axis.spatial(T.int64(1), ax0)
                                            v1 = T.axis.spatial((T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1)
                                            v2 = T.axis.spatial(T.int64(128), ax0_ax2_0_fused * T.int64(64) + ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1)
                                            T.where(ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1 < n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)))
                                            T.reads(matmul_reindex_pad_local[v0, v1, v2])
                                            T.writes(matmul[v1, v2])
                                            matmul[v1, v2] = matmul_reindex_pad_local[v0, v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def matmul3(p: T.Buffer((T.int64(4), T.int64(1), "m + T.int64(1)"), "float32"), vh: T.Buffer((T.int64(4), m + T.int64(1), T.int64(16)), "float32"), m: T.int64, matmul: T.Buffer((T.int64(4), T.int64(1), T.int64(16)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_rf_local = T.sblock_alloc_buffer((T.int64(16), T.int64(4), T.int64(1), T.int64(16)), scope="local")
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(4), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax2_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul_rf_init"):
                        vax2_fused_1 = T.axis.spatial(T.int64(16), ax2_fused_1)
                        v0 = T.axis.spatial(T.int64(4), (ax0_ax1_fused_0 * T.int64(16) + ax0_ax1_fused_1) // T.int64(16))
                        v1 = T.axis.spatial(T.int64(16), (ax0_ax1_fused_0 * T.int64(16) + ax0_ax1_fused_1) % T.int64(16))
                        T.reads()
                        T.writes(matmul_rf_local[vax2_fused_1, v0, T.int64(0), v1])
                        matmul_rf_local[vax2_fused_1, v0, T.int64(0), v1] = T.float32(0.0)
                    for ax2_fused_0, u in T.grid(m // T.int64(16) + T.int64(1), 1):
                        with T.sblock("matmul_rf_update"):
                            vax2_fused_1 = T.axis.spatial(T.int64(16), ax2_fused_1)
                            v0 = T.axis.spatial(T.int64(4), (ax0_ax1_fused_0 * T.int64(16) + ax0_ax1_fused_1) // T.int64(16))
                            v1 = T.axis.spatial(T.int64(16), (ax0_ax1_fused_0 * T.int64(16) + ax0_ax1_fused_1) % T.int64(16))
                            vax2_fused_0 = T.axis.reduce(m // T.int64(16) + T.int64(1), ax2_fused_0)
                            T.where(ax2_fused_0 * T.int64(16) + ax2_fused_1 < m + T.int64(1))
                            T.reads(matmul_rf_local[vax2_fused_1, v0, T.int64(0), v1], p[v0, T.int64(0), vax2_fused_0 * T.int64(16) + vax2_fused_1], vh[v0, vax2_fused_0 * T.int64(16) + vax2_fused_1, v1])
                            T.writes(matmul_rf_local[vax2_fused_1, v0, T.int64(0), v1])
                            matmul_rf_local[vax2_fused_1, v0, T.int64(0), v1] = matmul_rf_local[vax2_fused_1, v0, T.int64(0), v1] + p[v0, T.int64(0), vax2_fused_0 * T.int64(16) + vax2_fused_1] * vh[v0, vax2_fused_0 * T.int64(16) + vax2_fused_1, v1]
            for ax1_ax2_fused in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul"):
                        vax2_fused_1, v0, v1 = T.axis.remap("RSS", [ax0, ax0_ax1_fused_0, ax1_ax2_fused])
                        T.reads(matmul_rf_local[vax2_fused_1, v0, T.int64(0), v1])
                        T.writes(matmul[v0, T.int64(0), v1])
                        with T.init():
                            matmul[v0, T.int64(0), v1] = T.float32(0.0)
                        matmul[v0, T.int64(0), v1] = matmul[v0, T.int64(0), v1] + matmul_rf_local[vax2_fused_1, v0, T.int64(0), v1]

    @T.prim_func(private=True, s_tir=True)
    def matmul4(g: T.Buffer((T.int64(1), T.int64(64)), "float32"), lv52: T.Buffer((T.int64(64), T.int64(96)), "float32"), matmul: T.Buffer((T.int64(1), T.int64(96)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_rf_local = T.sblock_alloc_buffer((T.int64(16), T.int64(1), T.int64(96)), scope="local")
        for ax0_fused_0 in T.thread_binding(T.int64(6), thread="blockIdx.x"):
            for ax0_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul_rf_init"):
                        vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                        v0 = T.axis.spatial(T.int64(96), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                        T.reads()
                        T.writes(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                        matmul_rf_local[vax1_fused_1, T.int64(0), v0] = T.float32(0.0)
                    for ax1_fused_0, u in T.grid(T.int64(4), 1):
                        with T.sblock("matmul_rf_update"):
                            vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                            v0 = T.axis.spatial(T.int64(96), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                            vax1_fused_0 = T.axis.reduce(T.int64(4), ax1_fused_0)
                            T.reads(matmul_rf_local[vax1_fused_1, T.int64(0), v0], g[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1], lv52[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0])
                            T.writes(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                            matmul_rf_local[vax1_fused_1, T.int64(0), v0] = matmul_rf_local[vax1_fused_1, T.int64(0), v0] + g[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1] * lv52[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0]
            for ax1_fused in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul"):
                        vax1_fused_1 = T.axis.reduce(T.int64(16), ax0)
                        v0 = T.axis.spatial(T.int64(96), ax0_fused_0 * T.int64(16) + ax1_fused)
                        T.reads(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                        T.writes(matmul[T.int64(0), v0])
                        with T.init():
                            matmul[T.int64(0), v0] = T.float32(0.0)
                        matmul[T.int64(0), v0] = matmul[T.int64(0), v0] + matmul_rf_local[vax1_fused_1, T.int64(0), v0]

    @T.prim_func(private=True, s_tir=True)
    def matmul6(l: T.Buffer((T.int64(1), T.int64(64)), "float32"), lv63: T.Buffer((T.int64(64), T.int64(128)), "float32"), matmul: T.Buffer((T.int64(1), T.int64(128)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_rf_local = T.sblock_alloc_buffer((T.int64(16), T.int64(1), T.int64(128)), scope="local")
        for ax0_fused_0 in T.thread_binding(T.int64(8), thread="blockIdx.x"):
            for ax0_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul_rf_init"):
                        vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                        v0 = T.axis.spatial(T.int64(128), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                        T.reads()
                        T.writes(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                        matmul_rf_local[vax1_fused_1, T.int64(0), v0] = T.float32(0.0)
                    for ax1_fused_0, u in T.grid(T.int64(4), 1):
                        with T.sblock("matmul_rf_update"):
                            vax1_fused_1 = T.axis.spatial(T.int64(16), ax1_fused_1)
                            v0 = T.axis.spatial(T.int64(128), ax0_fused_0 * T.int64(16) + ax0_fused_1)
                            vax1_fused_0 = T.axis.reduce(T.int64(4), ax1_fused_0)
                            T.reads(matmul_rf_local[vax1_fused_1, T.int64(0), v0], l[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1], lv63[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0])
                            T.writes(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                            matmul_rf_local[vax1_fused_1, T.int64(0), v0] = matmul_rf_local[vax1_fused_1, T.int64(0), v0] + l[T.int64(0), vax1_fused_0 * T.int64(16) + vax1_fused_1] * lv63[vax1_fused_0 * T.int64(16) + vax1_fused_1, v0]
            for ax1_fused in T.thread_binding(T.int64(16), thread="threadIdx.x"):
                for ax0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                    with T.sblock("matmul"):
                        vax1_fused_1 = T.axis.reduce(T.int64(16), ax0)
                        v0 = T.axis.spatial(T.int64(128), ax0_fused_0 * T.int64(16) + ax1_fused)
                        T.reads(matmul_rf_local[vax1_fused_1, T.int64(0), v0])
                        T.writes(matmul[T.int64(0), v0])
                        with T.init():
                            matmul[T.int64(0), v0] = T.float32(0.0)
                        matmul[T.int64(0), v0] = matmul[T.int64(0), v0] + matmul_rf_local[vax1_fused_1, T.int64(0), v0]

    @T.prim_func(private=True, s_tir=True)
    def matmul7(h: T.Buffer((n, T.int64(64)), "float32"), lv1: T.Buffer((T.int64(64), T.int64(64)), "float32"), matmul: T.Buffer((n, T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_reindex_pad_local = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="local")
        h_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="shared")
        lv1_reindex_shared = T.sblock_alloc_buffer((T.int64(1), T.int64(64), T.int64(64)), scope="shared")
        for ax0_ax2_0_fused in T.thread_binding(T.int64(1), thread="blockIdx.y"):
            for ax1_0 in T.thread_binding((n + T.int64(31)) // T.int64(32), thread="blockIdx.x"):
                for ax2_1 in T.thread_binding(T.int64(1), thread="vthread.y"):
                    for ax1_1 in T.thread_binding(T.int64(1), thread="vthread.x"):
                        for ax2_2 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax1_2 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for ax1_3_init, ax2_3_0_init in T.grid(T.int64(4), T.int64(2)):
                                    for ax2_3_1_init in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_init"):
                                            v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3_init)
                                            v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0_init * T.int64(2) + ax2_3_1_init)
                                            T.reads()
                                            T.writes(matmul_reindex_pad_local[T.int64(0), v1, v2])
                                            matmul_reindex_pad_local[T.int64(0), v1, v2] = T.float32(0.0)
                                for ax3_0 in range(T.int64(4)):
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(2)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("h_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(h[v1, v2])
                                                        T.writes(h_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        h_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < n, h[v1, v2], T.float32(0.0))
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(4)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("lv1_reindex_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial(T.int64(64), (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(lv1[v2, v1])
                                                        T.writes(lv1_reindex_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        lv1_reindex_shared[v0, v1, v2] = lv1[v2, v1]
                                    for ax3_1, ax1_3, ax2_3_0 in T.grid(T.int64(16), T.int64(4), T.int64(2)):
                                        for ax2_3_1 in T.vectorized(T.int64(2)):
                                            with T.sblock("matmul_update"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3)
                                                v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0 * T.int64(2) + ax2_3_1)
                                                v3 = T.axis.reduce(T.int64(64), ax3_0 * T.int64(16) + ax3_1)
                                                T.reads(matmul_reindex_pad_local[T.int64(0), v1, v2], h_reindex_pad_shared[T.int64(0), v1, v3], lv1_reindex_shared[T.int64(0), v2, v3])
                                                T.writes(matmul_reindex_pad_local[T.int64(0), v1, v2])
                                                matmul_reindex_pad_local[T.int64(0), v1, v2] = matmul_reindex_pad_local[T.int64(0), v1, v2] + h_reindex_pad_shared[T.int64(0), v1, v3] * lv1_reindex_shared[T.int64(0), v2, v3]
                                for ax0, ax1, ax2_0 in T.grid(T.int64(1), T.int64(4), T.int64(2)):
                                    for ax2_1_1 in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_reindex_pad_local"):
                                            v0 = T.axis.spatial(T.int64(1), ax0)
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1)
                                            v2 = T.axis.spatial(T.int64(64), ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1)
                                            T.where(ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1 < n)
                                            T.reads(matmul_reindex_pad_local[v0, v1, v2])
                                            T.writes(matmul[v1, v2])
                                            matmul[v1, v2] = matmul_reindex_pad_local[v0, v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def matmul8(h: T.Buffer((n, T.int64(64)), "float32"), lv4: T.Buffer((T.int64(64), T.int64(32)), "float32"), matmul: T.Buffer((n, T.int64(32)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        matmul_reindex_pad_local = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="local")
        h_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), (n + T.int64(31)) // T.int64(32) * T.int64(32), T.int64(64)), scope="shared")
        lv4_reindex_pad_shared = T.sblock_alloc_buffer((T.int64(1), T.int64(64), T.int64(64)), scope="shared")
        for ax0_ax2_0_fused in T.thread_binding(T.int64(1), thread="blockIdx.y"):
            for ax1_0 in T.thread_binding((n + T.int64(31)) // T.int64(32), thread="blockIdx.x"):
                for ax2_1 in T.thread_binding(T.int64(1), thread="vthread.y"):
                    for ax1_1 in T.thread_binding(T.int64(1), thread="vthread.x"):
                        for ax2_2 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax1_2 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for ax1_3_init, ax2_3_0_init in T.grid(T.int64(4), T.int64(2)):
                                    for ax2_3_1_init in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_init"):
                                            v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3_init)
                                            v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0_init * T.int64(2) + ax2_3_1_init)
                                            T.reads()
                                            T.writes(matmul_reindex_pad_local[T.int64(0), v1, v2])
                                            matmul_reindex_pad_local[T.int64(0), v1, v2] = T.float32(0.0)
                                for ax3_0 in range(T.int64(4)):
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(2)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("h_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(32) + ax0_ax1_ax2_fused_1 * T.int64(4) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(h[v1, v2])
                                                        T.writes(h_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        h_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < n, h[v1, v2], T.float32(0.0))
                                    for ax0_ax1_ax2_fused_0 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                        for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                            for ax0_ax1_ax2_fused_2 in range(T.int64(4)):
                                                for ax0_ax1_ax2_fused_3 in T.vectorized(T.int64(2)):
                                                    with T.sblock("lv4_reindex_pad_shared"):
                                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                        v1 = T.axis.spatial(T.int64(64), (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) // T.int64(16))
                                                        v2 = T.axis.spatial(T.int64(64), ax3_0 * T.int64(16) + (ax0_ax1_ax2_fused_0 * T.int64(64) + ax0_ax1_ax2_fused_1 * T.int64(8) + ax0_ax1_ax2_fused_2 * T.int64(2) + ax0_ax1_ax2_fused_3) % T.int64(16))
                                                        T.reads(lv4[v2, v1])
                                                        T.writes(lv4_reindex_pad_shared[v0, v1, v2])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 8, 2]]})
                                                        lv4_reindex_pad_shared[v0, v1, v2] = T.if_then_else(v1 < T.int64(32), lv4[v2, v1], T.float32(0.0))
                                    for ax3_1, ax1_3, ax2_3_0 in T.grid(T.int64(16), T.int64(4), T.int64(2)):
                                        for ax2_3_1 in T.vectorized(T.int64(2)):
                                            with T.sblock("matmul_update"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_1 * T.int64(32) + ax1_2 * T.int64(4) + ax1_3)
                                                v2 = T.axis.spatial(T.int64(64), ax2_1 * T.int64(64) + ax2_2 * T.int64(4) + ax2_3_0 * T.int64(2) + ax2_3_1)
                                                v3 = T.axis.reduce(T.int64(64), ax3_0 * T.int64(16) + ax3_1)
                                                T.reads(matmul_reindex_pad_local[T.int64(0), v1, v2], h_reindex_pad_shared[T.int64(0), v1, v3], lv4_reindex_pad_shared[T.int64(0), v2, v3])
                                                T.writes(matmul_reindex_pad_local[T.int64(0), v1, v2])
                                                matmul_reindex_pad_local[T.int64(0), v1, v2] = matmul_reindex_pad_local[T.int64(0), v1, v2] + h_reindex_pad_shared[T.int64(0), v1, v3] * lv4_reindex_pad_shared[T.int64(0), v2, v3]
                                for ax0, ax1, ax2_0 in T.grid(T.int64(1), T.int64(4), T.int64(2)):
                                    for ax2_1_1 in T.vectorized(T.int64(2)):
                                        with T.sblock("matmul_reindex_pad_local"):
                                            v0 = T.axis.spatial(T.int64(1), ax0)
                                            v1 = T.axis.spatial((n + T.int64(31)) // T.int64(32) * T.int64(32), ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1)
                                            v2 = T.axis.spatial(T.int64(64), ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1)
                                            T.where(ax1_0 * T.int64(32) + ax1_2 * T.int64(4) + ax1 < n and ax2_2 * T.int64(4) + ax2_0 * T.int64(2) + ax2_1_1 < T.int64(32))
                                            T.reads(matmul_reindex_pad_local[v0, v1, v2])
                                            T.writes(matmul[v1, v2])
                                            matmul[v1, v2] = matmul_reindex_pad_local[v0, v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def reshape1(lv5: T.Buffer((T.int64(1), T.int64(32)), "float32"), T_reshape: T.Buffer((T.int64(1), T.int64(2), T.int64(16)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_reshape"):
                    v0 = T.axis.spatial(T.int64(2), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(16))
                    v1 = T.axis.spatial(T.int64(16), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(16))
                    T.where(ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1 < T.int64(32))
                    T.reads(lv5[T.int64(0), v0 * T.int64(16) + v1])
                    T.writes(T_reshape[T.int64(0), v0, v1])
                    T_reshape[T.int64(0), v0, v1] = lv5[T.int64(0), v0 * T.int64(16) + v1]

    @T.prim_func(private=True, s_tir=True)
    def reshape3(lv2: T.Buffer((n, T.int64(64)), "float32"), T_reshape: T.Buffer((n, T.int64(4), T.int64(16)), "float32")):
        T.func_attr({"op_pattern": 8, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding((n * T.int64(64) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_reshape"):
                    v0 = T.axis.spatial(n, (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // T.int64(64))
                    v1 = T.axis.spatial(T.int64(4), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(64) // T.int64(16))
                    v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(16))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < n * T.int64(64))
                    T.reads(lv2[v0, v1 * T.int64(16) + v2])
                    T.writes(T_reshape[v0, v1, v2])
                    T_reshape[v0, v1, v2] = lv2[v0, v1 * T.int64(16) + v2]

    @T.prim_func(private=True, s_tir=True)
    def reshape4(lv5: T.Buffer((n, T.int64(32)), "float32"), T_reshape: T.Buffer((n, T.int64(2), T.int64(16)), "float32")):
        T.func_attr({"op_pattern": 8, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding((n * T.int64(32) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_reshape"):
                    v0 = T.axis.spatial(n, (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // T.int64(32))
                    v1 = T.axis.spatial(T.int64(2), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(32) // T.int64(16))
                    v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(16))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < n * T.int64(32))
                    T.reads(lv5[v0, v1 * T.int64(16) + v2])
                    T.writes(T_reshape[v0, v1, v2])
                    T_reshape[v0, v1, v2] = lv5[v0, v1 * T.int64(16) + v2]

    @T.prim_func(private=True, s_tir=True)
    def reshape5(lv46: T.Buffer((n, T.int64(4), T.int64(16)), "float32"), T_reshape: T.Buffer((n, T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 8, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding((n * T.int64(64) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_reshape"):
                    v0 = T.axis.spatial(n, (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(64))
                    v1 = T.axis.spatial(T.int64(64), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(64))
                    T.where(ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1 < n * T.int64(64))
                    T.reads(lv46[v0, v1 // T.int64(16), v1 % T.int64(16)])
                    T.writes(T_reshape[v0, v1])
                    T_reshape[v0, v1] = lv46[v0, v1 // T.int64(16), v1 % T.int64(16)]

    @T.prim_func(private=True, s_tir=True)
    def rms_norm(x: T.Buffer((T.int64(1), T.int64(64)), "float32"), first: T.Buffer((T.int64(64),), "float32"), T_cast: T.Buffer((T.int64(1), T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        T_multiply_red_shared = T.sblock_alloc_buffer((T.int64(1),), scope="shared")
        T_multiply_red_rf_local = T.sblock_alloc_buffer((T.int64(64), T.int64(1)), scope="local")
        for ax0_fused in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for ax1_fused_1 in T.thread_binding(T.int64(64), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                with T.sblock("T_multiply_red_rf_init"):
                    vax1_fused_1 = T.axis.spatial(T.int64(64), ax1_fused_1)
                    v0 = T.axis.spatial(T.int64(1), T.int64(0))
                    T.reads()
                    T.writes(T_multiply_red_rf_local[vax1_fused_1, T.int64(0)])
                    T_multiply_red_rf_local[vax1_fused_1, T.int64(0)] = T.float32(0.0)
                for ax1_fused_0, u in T.grid(T.int64(1), 1):
                    with T.sblock("T_multiply_red_rf_update"):
                        vax1_fused_1 = T.axis.spatial(T.int64(64), ax1_fused_1)
                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                        vax1_fused_0 = T.axis.reduce(T.int64(1), ax1_fused_0)
                        T.reads(T_multiply_red_rf_local[vax1_fused_1, T.int64(0)], x[T.int64(0), vax1_fused_0 * T.int64(64) + vax1_fused_1])
                        T.writes(T_multiply_red_rf_local[vax1_fused_1, T.int64(0)])
                        T_multiply_red_rf_local[vax1_fused_1, T.int64(0)] = T_multiply_red_rf_local[vax1_fused_1, T.int64(0)] + x[T.int64(0), vax1_fused_0 * T.int64(64) + vax1_fused_1] * x[T.int64(0), vax1_fused_0 * T.int64(64) + vax1_fused_1]
            for ax1_fused in range(T.int64(1)):
                for ax0 in T.thread_binding(T.int64(64), thread="threadIdx.x"):
                    with T.sblock("T_multiply_red"):
                        vax1_fused_1 = T.axis.reduce(T.int64(64), ax0)
                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                        T.reads(T_multiply_red_rf_local[vax1_fused_1, T.int64(0)])
                        T.writes(T_multiply_red_shared[T.int64(0)])
                        with T.init():
                            T_multiply_red_shared[T.int64(0)] = T.float32(0.0)
                        T_multiply_red_shared[T.int64(0)] = T_multiply_red_shared[T.int64(0)] + T_multiply_red_rf_local[vax1_fused_1, T.int64(0)]
            for ax0_fused_0 in range(T.int64(1)):
                for ax0_fused_1 in T.thread_binding(T.int64(64), thread="threadIdx.x"):
                    with T.sblock("T_cast_2"):
                        v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(64) + ax0_fused_1)
                        T.reads(T_multiply_red_shared[T.int64(0)], x[T.int64(0), v0], first[v0])
                        T.writes(T_cast[T.int64(0), v0])
                        T_cast[T.int64(0), v0] = T.rsqrt(T_multiply_red_shared[T.int64(0)] / T.float32(64.0) + T.float32(1.0000000000000001e-05)) * x[T.int64(0), v0] * first[v0]

    @T.prim_func(private=True, s_tir=True)
    def rms_norm1(x: T.Buffer((n, T.int64(64)), "float32"), first: T.Buffer((T.int64(64),), "float32"), T_cast: T.Buffer((n, T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        T_multiply_red_shared = T.sblock_alloc_buffer((n,), scope="shared")
        T_multiply_red_rf_local = T.sblock_alloc_buffer((T.int64(64), n), scope="local")
        for ax0_fused in T.thread_binding(n, thread="blockIdx.x"):
            for ax1_fused_1 in T.thread_binding(T.int64(64), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                with T.sblock("T_multiply_red_rf_init"):
                    vax1_fused_1, v0 = T.axis.remap("SS", [ax1_fused_1, ax0_fused])
                    T.reads()
                    T.writes(T_multiply_red_rf_local[vax1_fused_1, v0])
                    T_multiply_red_rf_local[vax1_fused_1, v0] = T.float32(0.0)
                for ax1_fused_0, u in T.grid(T.int64(1), 1):
                    with T.sblock("T_multiply_red_rf_update"):
                        vax1_fused_1, v0, vax1_fused_0 = T.axis.remap("SSR", [ax1_fused_1, ax0_fused, ax1_fused_0])
                        T.reads(T_multiply_red_rf_local[vax1_fused_1, v0], x[v0, vax1_fused_0 * T.int64(64) + vax1_fused_1])
                        T.writes(T_multiply_red_rf_local[vax1_fused_1, v0])
                        T_multiply_red_rf_local[vax1_fused_1, v0] = T_multiply_red_rf_local[vax1_fused_1, v0] + x[v0, vax1_fused_0 * T.int64(64) + vax1_fused_1] * x[v0, vax1_fused_0 * T.int64(64) + vax1_fused_1]
            for ax1_fused in range(T.int64(1)):
                for ax0 in T.thread_binding(T.int64(64), thread="threadIdx.x"):
                    with T.sblock("T_multiply_red"):
                        vax1_fused_1, v0 = T.axis.remap("RS", [ax0, ax0_fused])
                        T.reads(T_multiply_red_rf_local[vax1_fused_1, v0])
                        T.writes(T_multiply_red_shared[v0])
                        with T.init():
                            T_multiply_red_shared[v0] = T.float32(0.0)
                        T_multiply_red_shared[v0] = T_multiply_red_shared[v0] + T_multiply_red_rf_local[vax1_fused_1, v0]
            for ax0_ax1_fused_0 in range(T.int64(1)):
                for ax0_ax1_fused_1 in T.thread_binding(T.int64(64), thread="threadIdx.x"):
                    with T.sblock("T_cast_2"):
                        v0 = T.axis.spatial(n, ax0_fused)
                        v1 = T.axis.spatial(T.int64(64), ax0_ax1_fused_0 * T.int64(64) + ax0_ax1_fused_1)
                        T.reads(T_multiply_red_shared[v0], x[v0, v1], first[v1])
                        T.writes(T_cast[v0, v1])
                        T_cast[v0, v1] = T.rsqrt(T_multiply_red_shared[v0] / T.float32(64.0) + T.float32(1.0000000000000001e-05)) * x[v0, v1] * first[v1]

    @T.prim_func(private=True, s_tir=True)
    def rms_norm2(lv61: T.Buffer(("T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0))", T.int64(64)), "float32"), last: T.Buffer((T.int64(64),), "float32"), n: T.int64, T_cast: T.Buffer((T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)), T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        T_multiply_red_shared = T.sblock_alloc_buffer((T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)),), scope="shared")
        T_multiply_red_rf_local = T.sblock_alloc_buffer((T.int64(64), T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0))), scope="local")
        for ax0_fused in T.thread_binding(T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)), thread="blockIdx.x"):
            for ax1_fused_1 in T.thread_binding(T.int64(64), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                with T.sblock("T_multiply_red_rf_init"):
                    vax1_fused_1, v0 = T.axis.remap("SS", [ax1_fused_1, ax0_fused])
                    T.reads()
                    T.writes(T_multiply_red_rf_local[vax1_fused_1, v0])
                    T_multiply_red_rf_local[vax1_fused_1, v0] = T.float32(0.0)
                for ax1_fused_0, u in T.grid(T.int64(1), 1):
                    with T.sblock("T_multiply_red_rf_update"):
                        vax1_fused_1, v0, vax1_fused_0 = T.axis.remap("SSR", [ax1_fused_1, ax0_fused, ax1_fused_0])
                        T.reads(T_multiply_red_rf_local[vax1_fused_1, v0], lv61[v0, vax1_fused_0 * T.int64(64) + vax1_fused_1])
                        T.writes(T_multiply_red_rf_local[vax1_fused_1, v0])
                        T_multiply_red_rf_local[vax1_fused_1, v0] = T_multiply_red_rf_local[vax1_fused_1, v0] + lv61[v0, vax1_fused_0 * T.int64(64) + vax1_fused_1] * lv61[v0, vax1_fused_0 * T.int64(64) + vax1_fused_1]
            for ax1_fused in range(T.int64(1)):
                for ax0 in T.thread_binding(T.int64(64), thread="threadIdx.x"):
                    with T.sblock("T_multiply_red"):
                        vax1_fused_1, v0 = T.axis.remap("RS", [ax0, ax0_fused])
                        T.reads(T_multiply_red_rf_local[vax1_fused_1, v0])
                        T.writes(T_multiply_red_shared[v0])
                        with T.init():
                            T_multiply_red_shared[v0] = T.float32(0.0)
                        T_multiply_red_shared[v0] = T_multiply_red_shared[v0] + T_multiply_red_rf_local[vax1_fused_1, v0]
            for ax0_ax1_fused_0 in range(T.int64(1)):
                for ax0_ax1_fused_1 in T.thread_binding(T.int64(64), thread="threadIdx.x"):
                    with T.sblock("T_cast_2"):
                        v0 = T.axis.spatial(T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)), ax0_fused)
                        v1 = T.axis.spatial(T.int64(64), ax0_ax1_fused_0 * T.int64(64) + ax0_ax1_fused_1)
                        T.reads(T_multiply_red_shared[v0], lv61[v0, v1], last[v1])
                        T.writes(T_cast[v0, v1])
                        T_cast[v0, v1] = T.rsqrt(T_multiply_red_shared[v0] / T.float32(64.0) + T.float32(1.0000000000000001e-05)) * lv61[v0, v1] * last[v1]

    @T.prim_func(private=True, s_tir=True)
    def softmax(lv43: T.Buffer((T.int64(4), T.int64(1), "m + T.int64(1)"), "float32"), m: T.int64, T_softmax_norm: T.Buffer((T.int64(4), T.int64(1), m + T.int64(1)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        T_softmax_maxelem_shared = T.sblock_alloc_buffer((T.int64(4), T.int64(1)), scope="shared")
        T_softmax_expsum_shared = T.sblock_alloc_buffer((T.int64(4), T.int64(1)), scope="shared")
        for ax0_fused in T.thread_binding(T.int64(4), thread="blockIdx.x"):
            for ax0 in range(T.int64(1)):
                for ax1_fused_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                    for ax1_fused_0 in T.serial(m // T.int64(256) + T.int64(1), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                        with T.sblock("T_softmax_maxelem"):
                            v0 = T.axis.spatial(T.int64(4), ax0_fused + ax0)
                            v1 = T.axis.reduce(m + T.int64(1), ax1_fused_0 * T.int64(256) + ax1_fused_1)
                            T.where(ax1_fused_0 * T.int64(256) + ax1_fused_1 < m + T.int64(1))
                            T.reads(lv43[v0, T.int64(0), v1])
                            T.writes(T_softmax_maxelem_shared[v0, T.int64(0)])
                            with T.init():
                                T_softmax_maxelem_shared[v0, T.int64(0)] = T.float32(-340282346638528859811704183484516925440.0)
                            T_softmax_maxelem_shared[v0, T.int64(0)] = T.max(T_softmax_maxelem_shared[v0, T.int64(0)], lv43[v0, T.int64(0), v1])
            for ax0 in range(T.int64(1)):
                for ax1_fused_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                    for ax1_fused_0 in T.serial(m // T.int64(256) + T.int64(1), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                        with T.sblock("T_softmax_expsum"):
                            v0 = T.axis.spatial(T.int64(4), ax0_fused + ax0)
                            v1 = T.axis.reduce(m + T.int64(1), ax1_fused_0 * T.int64(256) + ax1_fused_1)
                            T.where(ax1_fused_0 * T.int64(256) + ax1_fused_1 < m + T.int64(1))
                            T.reads(lv43[v0, T.int64(0), v1], T_softmax_maxelem_shared[v0, T.int64(0)])
                            T.writes(T_softmax_expsum_shared[v0, T.int64(0)])
                            with T.init():
                                T_softmax_expsum_shared[v0, T.int64(0)] = T.float32(0.0)
                            T_softmax_expsum_shared[v0, T.int64(0)] = T_softmax_expsum_shared[v0, T.int64(0)] + T.exp(lv43[v0, T.int64(0), v1] - T_softmax_maxelem_shared[v0, T.int64(0)])
            for ax1_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                for ax1_0 in T.serial(m // T.int64(256) + T.int64(1), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                    with T.sblock("T_softmax_norm"):
                        v0 = T.axis.spatial(T.int64(4), ax0_fused)
                        v1 = T.axis.spatial(m + T.int64(1), ax1_0 * T.int64(256) + ax1_1)
                        T.where(ax1_0 * T.int64(256) + ax1_1 < m + T.int64(1))
                        T.reads(lv43[v0, T.int64(0), v1], T_softmax_maxelem_shared[v0, T.int64(0)], T_softmax_expsum_shared[v0, T.int64(0)])
                        T.writes(T_softmax_norm[v0, T.int64(0), v1])
                        T.sblock_attr({"axis": 2})
                        T_softmax_norm[v0, T.int64(0), v1] = T.exp(lv43[v0, T.int64(0), v1] - T_softmax_maxelem_shared[v0, T.int64(0)]) / T_softmax_expsum_shared[v0, T.int64(0)]

    @T.prim_func(private=True, s_tir=True)
    def softmax1(lv43: T.Buffer((T.int64(4), n, "m + n"), "float32"), m: T.int64, T_softmax_norm: T.Buffer((T.int64(4), n, "m + n"), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        T_softmax_maxelem_shared = T.sblock_alloc_buffer((T.int64(4), n), scope="shared")
        T_softmax_expsum_shared = T.sblock_alloc_buffer((T.int64(4), n), scope="shared")
        for ax0_ax1_fused in T.thread_binding(n * T.int64(4), thread="blockIdx.x"):
            for ax0, ax1 in T.grid(T.int64(1), T.int64(1)):
                for ax2_fused_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                    for ax2_fused_0 in T.serial((m + n + T.int64(255)) // T.int64(256), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                        with T.sblock("T_softmax_maxelem"):
                            v0 = T.axis.spatial(T.int64(4), ax0_ax1_fused // n + ax0)
                            v1 = T.axis.spatial(n, ax0_ax1_fused % n + ax1)
                            v2 = T.axis.reduce(m + n, ax2_fused_0 * T.int64(256) + ax2_fused_1)
                            T.where(ax2_fused_0 * T.int64(256) + ax2_fused_1 < m + n)
                            T.reads(lv43[v0, v1, v2])
                            T.writes(T_softmax_maxelem_shared[v0, v1])
                            with T.init():
                                T_softmax_maxelem_shared[v0, v1] = T.float32(-340282346638528859811704183484516925440.0)
                            T_softmax_maxelem_shared[v0, v1] = T.max(T_softmax_maxelem_shared[v0, v1], lv43[v0, v1, v2])
            for ax0, ax1 in T.grid(T.int64(1), T.int64(1)):
                for ax2_fused_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                    for ax2_fused_0 in T.serial((m + n + T.int64(255)) // T.int64(256), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                        with T.sblock("T_softmax_expsum"):
                            v0 = T.axis.spatial(T.int64(4), ax0_ax1_fused // n + ax0)
                            v1 = T.axis.spatial(n, ax0_ax1_fused % n + ax1)
                            v2 = T.axis.reduce(m + n, ax2_fused_0 * T.int64(256) + ax2_fused_1)
                            T.where(ax2_fused_0 * T.int64(256) + ax2_fused_1 < m + n)
                            T.reads(lv43[v0, v1, v2], T_softmax_maxelem_shared[v0, v1])
                            T.writes(T_softmax_expsum_shared[v0, v1])
                            with T.init():
                                T_softmax_expsum_shared[v0, v1] = T.float32(0.0)
                            T_softmax_expsum_shared[v0, v1] = T_softmax_expsum_shared[v0, v1] + T.exp(lv43[v0, v1, v2] - T_softmax_maxelem_shared[v0, v1])
            for ax2_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                for ax2_0 in T.serial((m + n + T.int64(255)) // T.int64(256), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                    with T.sblock("T_softmax_norm"):
                        v0 = T.axis.spatial(T.int64(4), ax0_ax1_fused // n)
                        v1 = T.axis.spatial(n, ax0_ax1_fused % n)
                        v2 = T.axis.spatial(m + n, ax2_0 * T.int64(256) + ax2_1)
                        T.where(ax2_0 * T.int64(256) + ax2_1 < m + n)
                        T.reads(lv43[v0, v1, v2], T_softmax_maxelem_shared[v0, v1], T_softmax_expsum_shared[v0, v1])
                        T.writes(T_softmax_norm[v0, v1, v2])
                        T.sblock_attr({"axis": 2})
                        T_softmax_norm[v0, v1, v2] = T.exp(lv43[v0, v1, v2] - T_softmax_maxelem_shared[v0, v1]) / T_softmax_expsum_shared[v0, v1]

    @T.prim_func(private=True, s_tir=True)
    def strided_slice(b: T.Buffer((T.int64(1), T.int64(64)), "float32"), T_strided_slice_with_axes: T.Buffer((T.int64(1), T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_fused_0 in T.thread_binding(T.int64(1), thread="blockIdx.x"):
            for ax0_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_strided_slice_with_axes"):
                    v0 = T.axis.spatial(T.int64(64), ax0_fused_0 * T.int64(1024) + ax0_fused_1)
                    T.where(ax0_fused_0 * T.int64(1024) + ax0_fused_1 < T.int64(64))
                    T.reads(b[T.int64(0), v0])
                    T.writes(T_strided_slice_with_axes[T.int64(0), v0])
                    T_strided_slice_with_axes[T.int64(0), v0] = b[T.int64(0), v0]

    @T.prim_func(private=True, s_tir=True)
    def strided_slice1(b: T.Buffer((n, T.int64(64)), "float32"), T_dynamic_strided_slice_with_axes: T.Buffer(("T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0))", T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 8, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding((T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) * T.int64(64) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_dynamic_strided_slice_with_axes"):
                    v0 = T.axis.spatial(T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(64))
                    v1 = T.axis.spatial(T.int64(64), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(64))
                    T.where(ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1 < T.max(n - T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), T.int64(0)) * T.int64(64))
                    T.reads(b[v0 + T.min(T.int64(0), n):v0 + T.min(T.int64(0), n) + (n + T.int64(1)), v1])
                    T.writes(T_dynamic_strided_slice_with_axes[v0, v1])
                    T_dynamic_strided_slice_with_axes[v0, v1] = b[v0 + T.min(T.max(T.if_then_else(n < T.int64(1), n * T.int64(2) - T.int64(1), n - T.int64(1)), T.int64(0)), n), v1]

    @T.prim_func(private=True, s_tir=True)
    def transpose(wq: T.Buffer((T.int64(64), T.int64(64)), "float32"), T_transpose: T.Buffer((T.int64(64), T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(4), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(64), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(64))
                    v1 = T.axis.spatial(T.int64(64), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(64))
                    T.reads(wq[v1, v0])
                    T.writes(T_transpose[v0, v1])
                    T_transpose[v0, v1] = wq[v1, v0]

    @T.prim_func(private=True, s_tir=True)
    def transpose1(wk: T.Buffer((T.int64(32), T.int64(64)), "float32"), T_transpose: T.Buffer((T.int64(64), T.int64(32)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(2), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(64), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(32))
                    v1 = T.axis.spatial(T.int64(32), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(32))
                    T.reads(wk[v1, v0])
                    T.writes(T_transpose[v0, v1])
                    T_transpose[v0, v1] = wk[v1, v0]

    @T.prim_func(private=True, s_tir=True)
    def transpose12(lv45: T.Buffer((T.int64(4), n, T.int64(16)), "float32"), T_transpose: T.Buffer((n, T.int64(4), T.int64(16)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_ax2_fused_0 in T.thread_binding((n * T.int64(64) + T.int64(1023)) // T.int64(1024), thread="blockIdx.x"):
            for ax0_ax1_ax2_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(n, (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) // T.int64(64))
                    v1 = T.axis.spatial(T.int64(4), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(64) // T.int64(16))
                    v2 = T.axis.spatial(T.int64(16), (ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1) % T.int64(16))
                    T.where(ax0_ax1_ax2_fused_0 * T.int64(1024) + ax0_ax1_ax2_fused_1 < n * T.int64(64))
                    T.reads(lv45[v1, v0, v2])
                    T.writes(T_transpose[v0, v1, v2])
                    T_transpose[v0, v1, v2] = lv45[v1, v0, v2]

    @T.prim_func(private=True, s_tir=True)
    def transpose6(gate: T.Buffer((T.int64(96), T.int64(64)), "float32"), T_transpose: T.Buffer((T.int64(64), T.int64(96)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(6), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(64), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(96))
                    v1 = T.axis.spatial(T.int64(96), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(96))
                    T.reads(gate[v1, v0])
                    T.writes(T_transpose[v0, v1])
                    T_transpose[v0, v1] = gate[v1, v0]

    @T.prim_func(private=True, s_tir=True)
    def transpose7(down: T.Buffer((T.int64(64), T.int64(96)), "float32"), T_transpose: T.Buffer((T.int64(96), T.int64(64)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(6), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(96), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(64))
                    v1 = T.axis.spatial(T.int64(64), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(64))
                    T.reads(down[v1, v0])
                    T.writes(T_transpose[v0, v1])
                    T_transpose[v0, v1] = down[v1, v0]

    @T.prim_func(private=True, s_tir=True)
    def transpose8(words: T.Buffer((T.int64(128), T.int64(64)), "float32"), T_transpose: T.Buffer((T.int64(64), T.int64(128)), "float32")):
        T.func_attr({"op_pattern": 2, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(8), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(64), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(128))
                    v1 = T.axis.spatial(T.int64(128), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(128))
                    T.reads(words[v1, v0])
                    T.writes(T_transpose[v0, v1])
                    T_transpose[v0, v1] = words[v1, v0]

    @R.function
    def decode(x: R.Tensor((1, 64), dtype="float32"), keys: R.Tensor((m, 2, 16), dtype="float32"), values: R.Tensor((m, 2, 16), dtype="float32"), cosine: R.Tensor((1, 1, 8), dtype="float32"), sine: R.Tensor((1, 1, 8), dtype="float32"), mask: R.Tensor((1, "m + 1"), dtype="float32"), first: R.Tensor((64,), dtype="float32"), wq: R.Tensor((64, 64), dtype="float32"), wk: R.Tensor((32, 64), dtype="float32"), wv: R.Tensor((32, 64), dtype="float32"), wo: R.Tensor((64, 64), dtype="float32"), second: R.Tensor((64,), dtype="float32"), gate: R.Tensor((96, 64), dtype="float32"), up: R.Tensor((96, 64), dtype="float32"), down: R.Tensor((64, 96), dtype="float32"), last: R.Tensor((64,), dtype="float32"), words: R.Tensor((128, 64), dtype="float32")) -> R.Tuple(R.Tensor((1, 64), dtype="float32"), R.Tensor((1, 128), dtype="float32"), R.Tensor(("m + 1", 2, 16), dtype="float32"), R.Tensor(("m + 1", 2, 16), dtype="float32")):
        cls = Module
        with R.dataflow():
            h = R.call_tir(cls.rms_norm, (x, first), out_ty=R.Tensor((1, 64), dtype="float32"))
            lv1 = R.call_tir(cls.transpose, (wq,), out_ty=R.Tensor((64, 64), dtype="float32"))
            lv2 = R.call_tir(cls.matmul, (h, lv1), out_ty=R.Tensor((1, 64), dtype="float32"))
            lv = R.call_tir(cls.fused_reshape_split_multiply_multiply_subtract_multiply_multiply_add_concatenate_transpose4, (lv2, cosine, sine), out_ty=R.Tensor((4, 1, 16), dtype="float32"))
            lv4 = R.call_tir(cls.transpose1, (wk,), out_ty=R.Tensor((64, 32), dtype="float32"))
            lv5 = R.call_tir(cls.matmul1, (h, lv4), out_ty=R.Tensor((1, 32), dtype="float32"))
            lv1_1 = R.call_tir(cls.fused_reshape1_split1_multiply1_multiply1_subtract1_multiply1_multiply1_add1_concatenate1, (lv5, cosine, sine), out_ty=R.Tensor((1, 2, 16), dtype="float32"))
            lv7 = R.call_tir(cls.transpose1, (wv,), out_ty=R.Tensor((64, 32), dtype="float32"))
            lv8 = R.call_tir(cls.matmul1, (h, lv7), out_ty=R.Tensor((1, 32), dtype="float32"))
            v = R.call_tir(cls.reshape1, (lv8,), out_ty=R.Tensor((1, 2, 16), dtype="float32"))
            all_keys = R.call_tir(cls.concatenate2, (keys, lv1_1), out_ty=R.Tensor((m + 1, 2, 16), dtype="float32"))
            all_values = R.call_tir(cls.concatenate2, (values, v), out_ty=R.Tensor((m + 1, 2, 16), dtype="float32"))
            lv2_1 = R.call_tir(cls.fused_repeat_transpose2, (all_keys, m), out_ty=R.Tensor((4, 16, m + 1), dtype="float32"))
            lv3 = R.call_tir(cls.fused_repeat_transpose3, (all_values, m), out_ty=R.Tensor((4, m + 1, 16), dtype="float32"))
            lv4_1 = R.call_tir(cls.fused_matmul2_multiply2_add2, (lv, lv2_1, mask, m), out_ty=R.Tensor((4, 1, m + 1), dtype="float32"))
            p = R.call_tir(cls.softmax, (lv4_1, m), out_ty=R.Tensor((4, 1, m + 1), dtype="float32"))
            lv45 = R.call_tir(cls.matmul3, (p, lv3, m), out_ty=R.Tensor((4, 1, 16), dtype="float32"))
            lv5_1 = R.call_tir(cls.fused_transpose5_reshape2, (lv45,), out_ty=R.Tensor((1, 64), dtype="float32"))
            lv48 = R.call_tir(cls.transpose, (wo,), out_ty=R.Tensor((64, 64), dtype="float32"))
            lv6 = R.call_tir(cls.fused_matmul_add3, (lv5_1, lv48, x), out_ty=R.Tensor((1, 64), dtype="float32"))
            g = R.call_tir(cls.rms_norm, (lv6, second), out_ty=R.Tensor((1, 64), dtype="float32"))
            lv52 = R.call_tir(cls.transpose6, (gate,), out_ty=R.Tensor((64, 96), dtype="float32"))
            lv55 = R.call_tir(cls.transpose6, (up,), out_ty=R.Tensor((64, 96), dtype="float32"))
            lv56 = R.call_tir(cls.matmul4, (g, lv55), out_ty=R.Tensor((1, 96), dtype="float32"))
            lv7_1 = R.call_tir(cls.fused_matmul4_silu_multiply3, (g, lv52, lv56), out_ty=R.Tensor((1, 96), dtype="float32"))
            lv58 = R.call_tir(cls.transpose7, (down,), out_ty=R.Tensor((96, 64), dtype="float32"))
            gv = R.call_tir(cls.fused_matmul5_add3, (lv7_1, lv58, lv6), out_ty=R.Tensor((1, 64), dtype="float32"))
            lv61 = R.call_tir(cls.strided_slice, (gv,), out_ty=R.Tensor((1, 64), dtype="float32"))
            l = R.call_tir(cls.rms_norm, (lv61, last), out_ty=R.Tensor((1, 64), dtype="float32"))
            lv63 = R.call_tir(cls.transpose8, (words,), out_ty=R.Tensor((64, 128), dtype="float32"))
            logits = R.call_tir(cls.matmul6, (l, lv63), out_ty=R.Tensor((1, 128), dtype="float32"))
            R.output(all_keys, all_values, gv, logits)
        return (gv, logits, all_keys, all_values)

    @R.function
    def prefill(x: R.Tensor((n, 64), dtype="float32"), keys: R.Tensor((m, 2, 16), dtype="float32"), values: R.Tensor((m, 2, 16), dtype="float32"), cosine: R.Tensor((n, 1, 8), dtype="float32"), sine: R.Tensor((n, 1, 8), dtype="float32"), mask: R.Tensor((n, "m + n"), dtype="float32"), first: R.Tensor((64,), dtype="float32"), wq: R.Tensor((64, 64), dtype="float32"), wk: R.Tensor((32, 64), dtype="float32"), wv: R.Tensor((32, 64), dtype="float32"), wo: R.Tensor((64, 64), dtype="float32"), second: R.Tensor((64,), dtype="float32"), gate: R.Tensor((96, 64), dtype="float32"), up: R.Tensor((96, 64), dtype="float32"), down: R.Tensor((64, 96), dtype="float32"), last: R.Tensor((64,), dtype="float32"), words: R.Tensor((128, 64), dtype="float32")) -> R.Tuple(R.Tensor((n, 64), dtype="float32"), R.Tensor(("T.max(n - T.max(T.if_then_else(n < 1, n * 2 - 1, n - 1), 0), 0)", 128), dtype="float32"), R.Tensor(("m + n", 2, 16), dtype="float32"), R.Tensor(("m + n", 2, 16), dtype="float32")):
        cls = Module
        with R.dataflow():
            h = R.call_tir(cls.rms_norm1, (x, first), out_ty=R.Tensor((n, 64), dtype="float32"))
            lv1 = R.call_tir(cls.transpose, (wq,), out_ty=R.Tensor((64, 64), dtype="float32"))
            lv2 = R.call_tir(cls.matmul7, (h, lv1), out_ty=R.Tensor((n, 64), dtype="float32"))
            q = R.call_tir(cls.reshape3, (lv2,), out_ty=R.Tensor((n, 4, 16), dtype="float32"))
            lv4 = R.call_tir(cls.transpose1, (wk,), out_ty=R.Tensor((64, 32), dtype="float32"))
            lv5 = R.call_tir(cls.matmul8, (h, lv4), out_ty=R.Tensor((n, 32), dtype="float32"))
            k = R.call_tir(cls.reshape4, (lv5,), out_ty=R.Tensor((n, 2, 16), dtype="float32"))
            lv7 = R.call_tir(cls.transpose1, (wv,), out_ty=R.Tensor((64, 32), dtype="float32"))
            lv8 = R.call_tir(cls.matmul8, (h, lv7), out_ty=R.Tensor((n, 32), dtype="float32"))
            v = R.call_tir(cls.reshape4, (lv8,), out_ty=R.Tensor((n, 2, 16), dtype="float32"))
            lv8_1 = R.call_tir(cls.fused_split2_multiply4_multiply4_subtract2_multiply4_multiply4_add4_concatenate3_transpose11, (q, cosine, sine), out_ty=R.Tensor((4, n, 16), dtype="float32"))
            lv9 = R.call_tir(cls.fused_split3_multiply5_multiply5_subtract3_multiply5_multiply5_add5_concatenate4, (k, cosine, sine), out_ty=R.Tensor((n, 2, 16), dtype="float32"))
            all_keys = R.call_tir(cls.concatenate5, (keys, lv9), out_ty=R.Tensor((m + n, 2, 16), dtype="float32"))
            all_values = R.call_tir(cls.concatenate5, (values, v), out_ty=R.Tensor((m + n, 2, 16), dtype="float32"))
            lv10 = R.call_tir(cls.fused_repeat1_transpose9, (all_keys, n, m), out_ty=R.Tensor((4, 16, m + n), dtype="float32"))
            lv11 = R.call_tir(cls.fused_repeat1_transpose10, (all_values, n, m), out_ty=R.Tensor((4, m + n, 16), dtype="float32"))
            lv12 = R.call_tir(cls.fused_matmul9_multiply6_add6, (lv8_1, lv10, mask, m), out_ty=R.Tensor((4, n, m + n), dtype="float32"))
            p = R.call_tir(cls.softmax1, (lv12, m), out_ty=R.Tensor((4, n, m + n), dtype="float32"))
            lv45 = R.call_tir(cls.matmul10, (p, lv11, m), out_ty=R.Tensor((4, n, 16), dtype="float32"))
            lv46 = R.call_tir(cls.transpose12, (lv45,), out_ty=R.Tensor((n, 4, 16), dtype="float32"))
            o = R.call_tir(cls.reshape5, (lv46,), out_ty=R.Tensor((n, 64), dtype="float32"))
            lv48 = R.call_tir(cls.transpose, (wo,), out_ty=R.Tensor((64, 64), dtype="float32"))
            lv13 = R.call_tir(cls.fused_matmul7_add7, (o, lv48, x), out_ty=R.Tensor((n, 64), dtype="float32"))
            g = R.call_tir(cls.rms_norm1, (lv13, second), out_ty=R.Tensor((n, 64), dtype="float32"))
            lv52 = R.call_tir(cls.transpose6, (gate,), out_ty=R.Tensor((64, 96), dtype="float32"))
            lv55 = R.call_tir(cls.transpose6, (up,), out_ty=R.Tensor((64, 96), dtype="float32"))
            lv56 = R.call_tir(cls.matmul11, (g, lv55), out_ty=R.Tensor((n, 96), dtype="float32"))
            lv14 = R.call_tir(cls.fused_matmul11_silu1_multiply7, (g, lv52, lv56), out_ty=R.Tensor((n, 96), dtype="float32"))
            lv58 = R.call_tir(cls.transpose7, (down,), out_ty=R.Tensor((96, 64), dtype="float32"))
            gv1 = R.call_tir(cls.fused_matmul12_add7, (lv14, lv58, lv13), out_ty=R.Tensor((n, 64), dtype="float32"))
            lv61 = R.call_tir(cls.strided_slice1, (gv1,), out_ty=R.Tensor((T.max(n - T.max(T.if_then_else(n < 1, n * 2 - 1, n - 1), 0), 0), 64), dtype="float32"))
            l = R.call_tir(cls.rms_norm2, (lv61, last, n), out_ty=R.Tensor((T.max(n - T.max(T.if_then_else(n < 1, n * 2 - 1, n - 1), 0), 0), 64), dtype="float32"))
            lv63 = R.call_tir(cls.transpose8, (words,), out_ty=R.Tensor((64, 128), dtype="float32"))
            logits = R.call_tir(cls.matmul13, (l, lv63, n), out_ty=R.Tensor((T.max(n - T.max(T.if_then_else(n < 1, n * 2 - 1, n - 1), 0), 0), 128), dtype="float32"))
            R.output(all_keys, all_values, gv1, logits)
        return (gv1, logits, all_keys, all_values)
