# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_matmul_add(x: T.Buffer((T.int64(40), T.int64(48)), "float32"), w: T.Buffer((T.int64(48), T.int64(70)), "float32"), b: T.Buffer((T.int64(70),), "float32"), T_add_intermediate: T.Buffer((T.int64(40), T.int64(70)), "float32")):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        x_1 = x.view(T.int64(1920))
        w_1 = w.view(T.int64(3360))
        T_add_intermediate_1 = T_add_intermediate.view(T.int64(2800))
        matmul_intermediate_shared = T.alloc_shared((T.int64(2800),))
        x_shared = T.alloc_shared((T.int64(2000),))
        w_shared = T.alloc_shared((T.int64(3552),))
        for u in T.thread_binding(1, thread="blockIdx.z"):
            for i0_0 in T.thread_binding(T.int64(2), thread="blockIdx.x"):
                for i1_0 in T.thread_binding(T.int64(2), thread="blockIdx.y"):
                    for i1_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                        for i0_1 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                            for i0_2, i1_2 in T.grid(T.int64(4), T.int64(4)):
                                T.tvm_storage_sync("shared", T.bool(False), -1)
                                if i1_0 * T.int64(64) + i1_1 * T.int64(4) + i1_2 < T.int64(70) and i0_0 * T.int64(32) + i0_1 * T.int64(4) + i0_2 < T.int64(40):
                                    matmul_intermediate_shared[i0_0 * T.int64(2240) + i0_1 * T.int64(280) + i0_2 * T.int64(70) + i1_0 * T.int64(64) + i1_1 * T.int64(4) + i1_2] = T.float32(0.0)
                    for k_0 in range(T.int64(3)):
                        for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax0_ax1_fused_2 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                for ax0_ax1_fused_0 in range(T.int64(2)):
                                    T.tvm_storage_sync("shared", T.bool(False), -1)
                                    if i0_0 * T.int64(32) + ax0_ax1_fused_0 * T.int64(16) + ax0_ax1_fused_1 < T.int64(40):
                                        x_shared[i0_0 * T.int64(1600) + ax0_ax1_fused_0 * T.int64(800) + ax0_ax1_fused_1 * T.int64(50) + k_0 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2):i0_0 * T.int64(1600) + ax0_ax1_fused_0 * T.int64(800) + ax0_ax1_fused_1 * T.int64(50) + k_0 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + T.int64(2)] = x_1[i0_0 * T.int64(1536) + ax0_ax1_fused_0 * T.int64(768) + ax0_ax1_fused_1 * T.int64(48) + k_0 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2):i0_0 * T.int64(1536) + ax0_ax1_fused_0 * T.int64(768) + ax0_ax1_fused_1 * T.int64(48) + k_0 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + T.int64(2)]
                        for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for ax0_ax1_fused_2 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                                for ax0_ax1_fused_0, ax0_ax1_fused_3 in T.grid(T.int64(4), T.int64(2)):
                                    T.tvm_storage_sync("shared", T.bool(False), -1)
                                    if i1_0 * T.int64(64) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(64) < T.int64(70):
                                        w_shared[k_0 * T.int64(1184) + ax0_ax1_fused_0 * T.int64(296) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) // T.int64(64) * T.int64(74) + i1_0 * T.int64(64) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(64)] = w_1[k_0 * T.int64(1120) + ax0_ax1_fused_0 * T.int64(280) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) // T.int64(64) * T.int64(70) + i1_0 * T.int64(64) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(64)]
                        for i1_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                            for i0_1 in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                                for k_1, i0_2, i1_2 in T.grid(T.int64(16), T.int64(4), T.int64(4)):
                                    T.tvm_storage_sync("shared", T.bool(False), -1)
                                    if i1_0 * T.int64(64) + i1_1 * T.int64(4) + i1_2 < T.int64(70) and i0_0 * T.int64(32) + i0_1 * T.int64(4) + i0_2 < T.int64(40):
                                        matmul_intermediate_shared[i0_0 * T.int64(2240) + i0_1 * T.int64(280) + i0_2 * T.int64(70) + i1_0 * T.int64(64) + i1_1 * T.int64(4) + i1_2] = matmul_intermediate_shared[i0_0 * T.int64(2240) + i0_1 * T.int64(280) + i0_2 * T.int64(70) + i1_0 * T.int64(64) + i1_1 * T.int64(4) + i1_2] + x_shared[i0_0 * T.int64(1600) + i0_1 * T.int64(200) + i0_2 * T.int64(50) + k_0 * T.int64(16) + k_1] * w_shared[k_0 * T.int64(1184) + k_1 * T.int64(74) + i1_0 * T.int64(64) + i1_1 * T.int64(4) + i1_2]
                    for ax0_ax1_fused_1 in T.thread_binding(T.int64(16), thread="threadIdx.y"):
                        for ax0_ax1_fused_2 in T.thread_binding(T.int64(8), thread="threadIdx.x"):
                            for ax0_ax1_fused_0, ax0_ax1_fused_3 in T.grid(T.int64(8), T.int64(2)):
                                T.tvm_storage_sync("shared", T.bool(False), -1)
                                if i0_0 * T.int64(32) + ax0_ax1_fused_0 * T.int64(4) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) // T.int64(64) < T.int64(40) and i1_0 * T.int64(64) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(64) < T.int64(70):
                                    T_add_intermediate_1[i0_0 * T.int64(2240) + ax0_ax1_fused_0 * T.int64(280) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) // T.int64(64) * T.int64(70) + i1_0 * T.int64(64) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(64)] = matmul_intermediate_shared[i0_0 * T.int64(2240) + ax0_ax1_fused_0 * T.int64(280) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) // T.int64(64) * T.int64(70) + i1_0 * T.int64(64) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(64)] + b[i1_0 * T.int64(64) + (ax0_ax1_fused_1 * T.int64(16) + ax0_ax1_fused_2 * T.int64(2) + ax0_ax1_fused_3) % T.int64(64)]

    @R.function
    def main(x: R.Tensor((40, 48), dtype="float32"), w: R.Tensor((48, 70), dtype="float32"), b: R.Tensor((70,), dtype="float32")) -> R.Tensor((40, 70), dtype="float32"):
        cls = Module
        with R.dataflow():
            c = R.call_tir(cls.fused_matmul_add, (x, w, b), out_ty=R.Tensor((40, 70), dtype="float32"))
            R.output(c)
        return c
