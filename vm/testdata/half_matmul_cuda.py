# The kernels of networks/half_matmul.py as TVM's rules schedule them for CUDA (oracles/subjects/tvm/schedule_corpus.py).
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(a: T.Buffer((T.int64(128), T.int64(128)), "float16"), lv: T.Buffer((T.int64(128), T.int64(128)), "float16"), matmul: T.Buffer((T.int64(128), T.int64(128)), "float16")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        a_reindex_shared_dyn = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="shared.dyn")
        lv_reindex_shared_dyn = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="shared.dyn")
        a_reindex_shared_dyn_wmma_matrix_a = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="wmma.matrix_a")
        lv_reindex_shared_dyn_wmma_matrix_b = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="wmma.matrix_b")
        matmul_reindex_shared_dyn = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="shared.dyn")
        matmul_reindex_shared_dyn_wmma_accumulator = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="wmma.accumulator")
        for ax0 in T.thread_binding(T.int64(1), thread="blockIdx.z"):
            for ax1_0_0_ax2_0_0_fused in T.thread_binding(T.int64(1), thread="blockIdx.x"):
                for ax1_0_1_ax2_0_1_fused in T.thread_binding(T.int64(1), thread="blockIdx.y"):
                    for ax2_0_2_ax1_0_2_fused in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                        for ax1_0_3_init, ax2_0_3_init in T.grid(T.int64(2), T.int64(2)):
                            with T.sblock("matmul_o_init"):
                                v0_o = T.axis.spatial(T.int64(1), ax0)
                                v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(2) + ax1_0_3_init)
                                v2_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(2) + ax2_0_3_init)
                                T.reads()
                                T.writes(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                with T.sblock("matmul_init_o"):
                                    v1_i_init_o = T.axis.spatial(T.int64(1), T.int64(0))
                                    v2_i_init_o = T.axis.spatial(T.int64(1), T.int64(0))
                                    T.reads()
                                    T.writes(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                    C = T.match_buffer(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                                    T.tvm_fill_fragment(C.data, 16, 16, 16, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16), T.float32(0.0))
                        for ax3_0_0 in T.serial(T.int64(2), annotations={"software_pipeline_order": [0, 3, 1, 4, 5, 2, 6], "software_pipeline_stage": [0, 0, 0, 0, 0, 1, 1]}):
                            for ax0_ax1_fused_0 in range(T.int64(4)):
                                for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                    for ax0_ax1_fused_2 in T.thread_binding(T.int64(32), thread="threadIdx.x"):
                                        for ax0_ax1_fused_3 in T.vectorized(T.int64(4)):
                                            with T.sblock("a_reindex_shared.dyn"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial(T.int64(128), (ax0_ax1_fused_0 * T.int64(2048) + ax0_ax1_fused_1 * T.int64(128) + ax0_ax1_fused_2 * T.int64(4) + ax0_ax1_fused_3) // T.int64(64))
                                                v2 = T.axis.spatial(T.int64(128), ax3_0_0 * T.int64(64) + (ax0_ax1_fused_0 * T.int64(2048) + ax0_ax1_fused_1 * T.int64(128) + ax0_ax1_fused_2 * T.int64(4) + ax0_ax1_fused_3) % T.int64(64))
                                                T.reads(a[v1, v2])
                                                T.writes(a_reindex_shared_dyn[v0, v1, v2])
                                                T.sblock_attr({"buffer_dim_align": [[0, 1, 16, 8]], "double_buffer_scope": 0, "tirx.manifest_shared_memory_local_stage": 1})
                                                a_reindex_shared_dyn[v0, v1, v2] = a[v1, v2]
                            for ax0_ax1_fused_0 in range(T.int64(4)):
                                for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                    for ax0_ax1_fused_2 in T.thread_binding(T.int64(32), thread="threadIdx.x"):
                                        for ax0_ax1_fused_3 in T.vectorized(T.int64(4)):
                                            with T.sblock("lv_reindex_shared.dyn"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial(T.int64(128), (ax0_ax1_fused_0 * T.int64(2048) + ax0_ax1_fused_1 * T.int64(128) + ax0_ax1_fused_2 * T.int64(4) + ax0_ax1_fused_3) // T.int64(64))
                                                v2 = T.axis.spatial(T.int64(128), ax3_0_0 * T.int64(64) + (ax0_ax1_fused_0 * T.int64(2048) + ax0_ax1_fused_1 * T.int64(128) + ax0_ax1_fused_2 * T.int64(4) + ax0_ax1_fused_3) % T.int64(64))
                                                T.reads(lv[v2, v1])
                                                T.writes(lv_reindex_shared_dyn[v0, v1, v2])
                                                T.sblock_attr({"buffer_dim_align": [[0, 1, 16, 8]], "double_buffer_scope": 0, "tirx.manifest_shared_memory_local_stage": 1})
                                                lv_reindex_shared_dyn[v0, v1, v2] = lv[v2, v1]
                            for ax3_0_1 in T.serial(T.int64(4), annotations={"software_pipeline_order": [0, 1, 2], "software_pipeline_stage": [0, 0, 1]}):
                                for ax0_0 in T.unroll(T.int64(2)):
                                    for ax1_0 in T.unroll(T.int64(1)):
                                        with T.sblock("a_reindex_shared.dyn_wmma.matrix_a_o"):
                                            v0_o = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(2) + ax0_0)
                                            v2_o = T.axis.spatial(T.int64(8), ax3_0_0 * T.int64(4) + ax3_0_1 + ax1_0)
                                            T.reads(a_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            T.writes(a_reindex_shared_dyn_wmma_matrix_a[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            A = T.match_buffer(a_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                            C = T.match_buffer(a_reindex_shared_dyn_wmma_matrix_a[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("d1", "d0"), scope="wmma.matrix_a", offset_factor=16)
                                            T.tvm_load_matrix_sync(C.data, 16, 16, 16, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16), T.tvm_access_ptr(T.type_annotation("float16"), A.data, A.elem_offset, A.strides[0] * T.int64(16), 1), A.strides[0], "row_major")
                                for ax0_0 in T.unroll(T.int64(2)):
                                    for ax1_0 in T.unroll(T.int64(1)):
                                        with T.sblock("lv_reindex_shared.dyn_wmma.matrix_b_o"):
                                            v0_o = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(2) + ax0_0)
                                            v2_o = T.axis.spatial(T.int64(8), ax3_0_0 * T.int64(4) + ax3_0_1 + ax1_0)
                                            T.reads(lv_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            T.writes(lv_reindex_shared_dyn_wmma_matrix_b[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            A = T.match_buffer(lv_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                            C = T.match_buffer(lv_reindex_shared_dyn_wmma_matrix_b[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("d1", "d0"), scope="wmma.matrix_b", offset_factor=16)
                                            T.tvm_load_matrix_sync(C.data, 16, 16, 16, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16), T.tvm_access_ptr(T.type_annotation("float16"), A.data, A.elem_offset, A.strides[0] * T.int64(16), 1), A.strides[0], "col_major")
                                for ax1_0_3, ax2_0_3 in T.grid(T.int64(2), T.int64(2)):
                                    with T.sblock("matmul_o_update"):
                                        v0_o = T.axis.spatial(T.int64(1), ax0)
                                        v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(2) + ax1_0_3)
                                        v2_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(2) + ax2_0_3)
                                        v3_o = T.axis.reduce(T.int64(8), ax3_0_0 * T.int64(4) + ax3_0_1)
                                        T.reads(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], a_reindex_shared_dyn_wmma_matrix_a[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)], lv_reindex_shared_dyn_wmma_matrix_b[T.int64(0), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)])
                                        T.writes(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                        with T.sblock("matmul_o"):
                                            v1_i_o = T.axis.spatial(T.int64(1), T.int64(0))
                                            v2_i_o = T.axis.spatial(T.int64(1), T.int64(0))
                                            v3_i_o = T.axis.reduce(T.int64(1), T.int64(0))
                                            T.reads(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], a_reindex_shared_dyn_wmma_matrix_a[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)], lv_reindex_shared_dyn_wmma_matrix_b[T.int64(0), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)])
                                            T.writes(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            A = T.match_buffer(a_reindex_shared_dyn_wmma_matrix_a[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("a1", "a0"), scope="wmma.matrix_a", offset_factor=16)
                                            B = T.match_buffer(lv_reindex_shared_dyn_wmma_matrix_b[T.int64(0), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("b1", "b0"), scope="wmma.matrix_b", offset_factor=16)
                                            C = T.match_buffer(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("c1", "c0"), scope="wmma.accumulator", offset_factor=16)
                                            T.tvm_mma_sync(C.data, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16), A.data, A.elem_offset // A.strides[0] // T.int64(16) * (A.strides[0] // T.int64(16)) + A.elem_offset % A.strides[0] // T.int64(16), B.data, B.elem_offset // B.strides[0] // T.int64(16) * (B.strides[0] // T.int64(16)) + B.elem_offset % B.strides[0] // T.int64(16), C.data, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16))
                        for ax0_0, ax1_0 in T.grid(T.int64(2), T.int64(2)):
                            with T.sblock("matmul_reindex_shared.dyn_wmma.accumulator_o"):
                                v0_o = T.axis.spatial(T.int64(1), T.int64(0))
                                v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(2) + ax0_0)
                                v2_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(2) + ax1_0)
                                T.reads(matmul_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                T.writes(matmul_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                A = T.match_buffer(matmul_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                                C = T.match_buffer(matmul_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                T.tvm_store_matrix_sync(A.data, 16, 16, 16, A.elem_offset // A.strides[0] // T.int64(16) * (A.strides[0] // T.int64(16)) + A.elem_offset % A.strides[0] // T.int64(16), T.tvm_access_ptr(T.type_annotation("float16"), C.data, C.elem_offset, C.strides[0] * T.int64(16), 2), C.strides[0], "row_major")
                        for ax0_ax1_fused_0 in range(T.int64(8)):
                            for ax0_ax1_fused_1 in T.thread_binding(T.int64(32), thread="threadIdx.x"):
                                for ax0_ax1_fused_2 in T.vectorized(T.int64(4)):
                                    with T.sblock("matmul_reindex_shared.dyn"):
                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                        v1 = T.axis.spatial(T.int64(128), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(32) + (ax0_ax1_fused_0 * T.int64(128) + ax0_ax1_fused_1 * T.int64(4) + ax0_ax1_fused_2) // T.int64(32))
                                        v2 = T.axis.spatial(T.int64(128), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(32) + (ax0_ax1_fused_0 * T.int64(128) + ax0_ax1_fused_1 * T.int64(4) + ax0_ax1_fused_2) % T.int64(32))
                                        T.reads(matmul_reindex_shared_dyn[v0, v1, v2])
                                        T.writes(matmul[v1, v2])
                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 16, 4]]})
                                        matmul[v1, v2] = matmul_reindex_shared_dyn[v0, v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def matmul1(a: T.Buffer((T.int64(128), T.int64(128)), "float16"), b: T.Buffer((T.int64(128), T.int64(128)), "float16"), matmul: T.Buffer((T.int64(128), T.int64(128)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        a_reindex_shared_dyn = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="shared.dyn")
        b_reindex_shared_dyn = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="shared.dyn")
        a_reindex_shared_dyn_wmma_matrix_a = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="wmma.matrix_a")
        b_reindex_shared_dyn_wmma_matrix_b = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), "float16", scope="wmma.matrix_b")
        matmul_reindex_shared_dyn = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), scope="shared.dyn")
        matmul_reindex_shared_dyn_wmma_accumulator = T.sblock_alloc_buffer((T.int64(1), T.int64(128), T.int64(128)), scope="wmma.accumulator")
        for ax0 in T.thread_binding(T.int64(1), thread="blockIdx.z"):
            for ax1_0_0_ax2_0_0_fused in T.thread_binding(T.int64(1), thread="blockIdx.x"):
                for ax1_0_1_ax2_0_1_fused in T.thread_binding(T.int64(1), thread="blockIdx.y"):
                    for ax2_0_2_ax1_0_2_fused in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                        for ax1_0_3_init, ax2_0_3_init in T.grid(T.int64(2), T.int64(2)):
                            with T.sblock("matmul_o_init"):
                                v0_o = T.axis.spatial(T.int64(1), ax0)
                                v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(2) + ax1_0_3_init)
                                v2_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(2) + ax2_0_3_init)
                                T.reads()
                                T.writes(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                with T.sblock("matmul_init_o"):
                                    v1_i_init_o = T.axis.spatial(T.int64(1), T.int64(0))
                                    v2_i_init_o = T.axis.spatial(T.int64(1), T.int64(0))
                                    T.reads()
                                    T.writes(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                    C = T.match_buffer(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                                    T.tvm_fill_fragment(C.data, 16, 16, 16, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16), T.float32(0.0))
                        for ax3_0_0 in T.serial(T.int64(2), annotations={"software_pipeline_order": [0, 3, 1, 4, 5, 2, 6], "software_pipeline_stage": [0, 0, 0, 0, 0, 1, 1]}):
                            for ax0_ax1_fused_0 in range(T.int64(4)):
                                for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                    for ax0_ax1_fused_2 in T.thread_binding(T.int64(32), thread="threadIdx.x"):
                                        for ax0_ax1_fused_3 in T.vectorized(T.int64(4)):
                                            with T.sblock("a_reindex_shared.dyn"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial(T.int64(128), (ax0_ax1_fused_0 * T.int64(2048) + ax0_ax1_fused_1 * T.int64(128) + ax0_ax1_fused_2 * T.int64(4) + ax0_ax1_fused_3) // T.int64(64))
                                                v2 = T.axis.spatial(T.int64(128), ax3_0_0 * T.int64(64) + (ax0_ax1_fused_0 * T.int64(2048) + ax0_ax1_fused_1 * T.int64(128) + ax0_ax1_fused_2 * T.int64(4) + ax0_ax1_fused_3) % T.int64(64))
                                                T.reads(a[v1, v2])
                                                T.writes(a_reindex_shared_dyn[v0, v1, v2])
                                                T.sblock_attr({"buffer_dim_align": [[0, 1, 16, 8]], "double_buffer_scope": 0, "tirx.manifest_shared_memory_local_stage": 1})
                                                a_reindex_shared_dyn[v0, v1, v2] = a[v1, v2]
                            for ax0_ax1_fused_0 in range(T.int64(4)):
                                for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                                    for ax0_ax1_fused_2 in T.thread_binding(T.int64(32), thread="threadIdx.x"):
                                        for ax0_ax1_fused_3 in T.vectorized(T.int64(4)):
                                            with T.sblock("b_reindex_shared.dyn"):
                                                v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                                v1 = T.axis.spatial(T.int64(128), (ax0_ax1_fused_0 * T.int64(2048) + ax0_ax1_fused_1 * T.int64(128) + ax0_ax1_fused_2 * T.int64(4) + ax0_ax1_fused_3) // T.int64(64))
                                                v2 = T.axis.spatial(T.int64(128), ax3_0_0 * T.int64(64) + (ax0_ax1_fused_0 * T.int64(2048) + ax0_ax1_fused_1 * T.int64(128) + ax0_ax1_fused_2 * T.int64(4) + ax0_ax1_fused_3) % T.int64(64))
                                                T.reads(b[v2, v1])
                                                T.writes(b_reindex_shared_dyn[v0, v1, v2])
                                                T.sblock_attr({"buffer_dim_align": [[0, 1, 16, 8]], "double_buffer_scope": 0, "tirx.manifest_shared_memory_local_stage": 1})
                                                b_reindex_shared_dyn[v0, v1, v2] = b[v2, v1]
                            for ax3_0_1 in T.serial(T.int64(4), annotations={"software_pipeline_order": [0, 1, 2], "software_pipeline_stage": [0, 0, 1]}):
                                for ax0_0 in T.unroll(T.int64(2)):
                                    for ax1_0 in T.unroll(T.int64(1)):
                                        with T.sblock("a_reindex_shared.dyn_wmma.matrix_a_o"):
                                            v0_o = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(2) + ax0_0)
                                            v2_o = T.axis.spatial(T.int64(8), ax3_0_0 * T.int64(4) + ax3_0_1 + ax1_0)
                                            T.reads(a_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            T.writes(a_reindex_shared_dyn_wmma_matrix_a[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            A = T.match_buffer(a_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                            C = T.match_buffer(a_reindex_shared_dyn_wmma_matrix_a[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("d1", "d0"), scope="wmma.matrix_a", offset_factor=16)
                                            T.tvm_load_matrix_sync(C.data, 16, 16, 16, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16), T.tvm_access_ptr(T.type_annotation("float16"), A.data, A.elem_offset, A.strides[0] * T.int64(16), 1), A.strides[0], "row_major")
                                for ax0_0 in T.unroll(T.int64(2)):
                                    for ax1_0 in T.unroll(T.int64(1)):
                                        with T.sblock("b_reindex_shared.dyn_wmma.matrix_b_o"):
                                            v0_o = T.axis.spatial(T.int64(1), T.int64(0))
                                            v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(2) + ax0_0)
                                            v2_o = T.axis.spatial(T.int64(8), ax3_0_0 * T.int64(4) + ax3_0_1 + ax1_0)
                                            T.reads(b_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            T.writes(b_reindex_shared_dyn_wmma_matrix_b[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            A = T.match_buffer(b_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                            C = T.match_buffer(b_reindex_shared_dyn_wmma_matrix_b[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("d1", "d0"), scope="wmma.matrix_b", offset_factor=16)
                                            T.tvm_load_matrix_sync(C.data, 16, 16, 16, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16), T.tvm_access_ptr(T.type_annotation("float16"), A.data, A.elem_offset, A.strides[0] * T.int64(16), 1), A.strides[0], "col_major")
                                for ax1_0_3, ax2_0_3 in T.grid(T.int64(2), T.int64(2)):
                                    with T.sblock("matmul_o_update"):
                                        v0_o = T.axis.spatial(T.int64(1), ax0)
                                        v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(2) + ax1_0_3)
                                        v2_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(2) + ax2_0_3)
                                        v3_o = T.axis.reduce(T.int64(8), ax3_0_0 * T.int64(4) + ax3_0_1)
                                        T.reads(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], a_reindex_shared_dyn_wmma_matrix_a[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)], b_reindex_shared_dyn_wmma_matrix_b[T.int64(0), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)])
                                        T.writes(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                        with T.sblock("matmul_o"):
                                            v1_i_o = T.axis.spatial(T.int64(1), T.int64(0))
                                            v2_i_o = T.axis.spatial(T.int64(1), T.int64(0))
                                            v3_i_o = T.axis.reduce(T.int64(1), T.int64(0))
                                            T.reads(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], a_reindex_shared_dyn_wmma_matrix_a[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)], b_reindex_shared_dyn_wmma_matrix_b[T.int64(0), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)])
                                            T.writes(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                            A = T.match_buffer(a_reindex_shared_dyn_wmma_matrix_a[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("a1", "a0"), scope="wmma.matrix_a", offset_factor=16)
                                            B = T.match_buffer(b_reindex_shared_dyn_wmma_matrix_b[T.int64(0), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16), v3_o * T.int64(16):v3_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), "float16", strides=("b1", "b0"), scope="wmma.matrix_b", offset_factor=16)
                                            C = T.match_buffer(matmul_reindex_shared_dyn_wmma_accumulator[T.int64(0), v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), strides=("c1", "c0"), scope="wmma.accumulator", offset_factor=16)
                                            T.tvm_mma_sync(C.data, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16), A.data, A.elem_offset // A.strides[0] // T.int64(16) * (A.strides[0] // T.int64(16)) + A.elem_offset % A.strides[0] // T.int64(16), B.data, B.elem_offset // B.strides[0] // T.int64(16) * (B.strides[0] // T.int64(16)) + B.elem_offset % B.strides[0] // T.int64(16), C.data, C.elem_offset // C.strides[0] // T.int64(16) * (C.strides[0] // T.int64(16)) + C.elem_offset % C.strides[0] // T.int64(16))
                        for ax0_0, ax1_0 in T.grid(T.int64(2), T.int64(2)):
                            with T.sblock("matmul_reindex_shared.dyn_wmma.accumulator_o"):
                                v0_o = T.axis.spatial(T.int64(1), T.int64(0))
                                v1_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(2) + ax0_0)
                                v2_o = T.axis.spatial(T.int64(8), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(2) + ax1_0)
                                T.reads(matmul_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                T.writes(matmul_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)])
                                A = T.match_buffer(matmul_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                                C = T.match_buffer(matmul_reindex_shared_dyn[v0_o, v1_o * T.int64(16):v1_o * T.int64(16) + T.int64(16), v2_o * T.int64(16):v2_o * T.int64(16) + T.int64(16)], (T.int64(16), T.int64(16)), strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                T.tvm_store_matrix_sync(A.data, 16, 16, 16, A.elem_offset // A.strides[0] // T.int64(16) * (A.strides[0] // T.int64(16)) + A.elem_offset % A.strides[0] // T.int64(16), T.tvm_access_ptr(T.type_annotation("float32"), C.data, C.elem_offset, C.strides[0] * T.int64(16), 2), C.strides[0], "row_major")
                        for ax0_ax1_fused_0 in range(T.int64(8)):
                            for ax0_ax1_fused_1 in T.thread_binding(T.int64(32), thread="threadIdx.x"):
                                for ax0_ax1_fused_2 in T.vectorized(T.int64(4)):
                                    with T.sblock("matmul_reindex_shared.dyn"):
                                        v0 = T.axis.spatial(T.int64(1), T.int64(0))
                                        v1 = T.axis.spatial(T.int64(128), ax2_0_2_ax1_0_2_fused % T.int64(4) * T.int64(32) + (ax0_ax1_fused_0 * T.int64(128) + ax0_ax1_fused_1 * T.int64(4) + ax0_ax1_fused_2) // T.int64(32))
                                        v2 = T.axis.spatial(T.int64(128), ax2_0_2_ax1_0_2_fused // T.int64(4) * T.int64(32) + (ax0_ax1_fused_0 * T.int64(128) + ax0_ax1_fused_1 * T.int64(4) + ax0_ax1_fused_2) % T.int64(32))
                                        T.reads(matmul_reindex_shared_dyn[v0, v1, v2])
                                        T.writes(matmul[v1, v2])
                                        T.sblock_attr({"buffer_dim_align": [[0, 1, 16, 4]]})
                                        matmul[v1, v2] = matmul_reindex_shared_dyn[v0, v1, v2]

    @T.prim_func(private=True, s_tir=True)
    def transpose(b: T.Buffer((T.int64(128), T.int64(128)), "float16"), T_transpose: T.Buffer((T.int64(128), T.int64(128)), "float16")):
        T.func_attr({"op_pattern": 2, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0_ax1_fused_0 in T.thread_binding(T.int64(16), thread="blockIdx.x"):
            for ax0_ax1_fused_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                with T.sblock("T_transpose"):
                    v0 = T.axis.spatial(T.int64(128), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) // T.int64(128))
                    v1 = T.axis.spatial(T.int64(128), (ax0_ax1_fused_0 * T.int64(1024) + ax0_ax1_fused_1) % T.int64(128))
                    T.reads(b[v1, v0])
                    T.writes(T_transpose[v0, v1])
                    T_transpose[v0, v1] = b[v1, v0]

    @R.function
    def of_transposed(a: R.Tensor((128, 128), dtype="float16"), b: R.Tensor((128, 128), dtype="float16")) -> R.Tensor((128, 128), dtype="float16"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.transpose, (b,), out_ty=R.Tensor((128, 128), dtype="float16"))
            y = R.call_tir(cls.matmul, (a, lv), out_ty=R.Tensor((128, 128), dtype="float16"))
            R.output(y)
        return y

    @R.function
    def product(a: R.Tensor((128, 128), dtype="float16"), b: R.Tensor((128, 128), dtype="float16")) -> R.Tensor((128, 128), dtype="float32"):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.matmul1, (a, b), out_ty=R.Tensor((128, 128), dtype="float32"))
            R.output(y)
        return y
