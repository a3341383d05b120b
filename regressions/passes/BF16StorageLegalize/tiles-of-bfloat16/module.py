# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((4,), "int32"), out0: T.Buffer((7,), "int32")):
        out0[T.Add(T.Mul(0, 2), 0) + 4] = T.Cast("int32", 0)

    @T.prim_func(s_tir=True)
    def kernel_1(a0: T.Buffer((8,), "bool"), a1: T.Buffer((4,), "bool"), out0: T.Buffer((384,), "int32")):
        for b18 in T.thread_binding(3, thread="blockIdx.x"):
            r16: T.int32
            r17: T.bool
            w21 = T.alloc_shared((512,), "bfloat16")
            w23 = T.alloc_shared((256,), "bfloat16")
            w27 = T.alloc_buffer((512,), "bfloat16", scope="wmma.matrix_a")
            w28 = T.alloc_buffer((128,), "bfloat16", scope="wmma.matrix_b")
            w29 = T.alloc_buffer((256,), scope="wmma.accumulator")
            w30 = T.alloc_shared((512,))
            for t19 in T.thread_binding(64, thread="threadIdx.x"):
                r16 = t19
                t = T.int32()
                u20: T.let[T.int32] = T.Let(t - T.Cast("int32", a0[b18]), where={t: T.Cast("int32", a1[b18])}) % 2
                for i22 in range(8):
                    t_1 = T.bfloat16()
                    w21[i22 * 64 + t19] = T.Let(t_1 * T.Cast("bfloat16", a0[7 - u20]), where={t_1: T.Cast("bfloat16", T.if_then_else(u20 >= 1, a0[u20 - 1], T.bool(True)))})
                for i24 in range(4):
                    w23[i24 * 64 + t19] = T.Cast("bfloat16", T.hypot(T.Cast("float32", T.Cast("bfloat16", a0[7 - u20])), T.Cast("float32", a0[i24])))
            T.tvm_storage_sync("shared", T.bool(False), -1)
            T.tvm_fill_fragment(w29.data, 32, 8, 16, 0, T.float32(2.0))
            T.tvm_load_matrix_sync(w27.data, 32, 8, 16, 0, T.tvm_access_ptr(T.type_annotation("bfloat16"), w21.data, 0, 512, 1), 16, "row_major")
            T.tvm_load_matrix_sync(w28.data, 32, 8, 16, 0, T.tvm_access_ptr(T.type_annotation("bfloat16"), w23.data, 0, 256, 1), 16, "row_major")
            T.tvm_mma_sync(w29.data, 0, w27.data, 0, w28.data, 0, w29.data, 0)
            T.tvm_store_matrix_sync(w29.data, 32, 8, 16, 0, T.tvm_access_ptr(T.type_annotation("float32"), w30.data, T.FloorDiv(0, 32) * 256, 256, 2), 32, "col_major")
            T.tvm_storage_sync("shared.dyn", T.bool(False), -1)
            for t33 in T.thread_binding(64, thread="threadIdx.x"):
                out0[b18 * 64 + t33] = T.max(T.Cast("int32", w30[t33 * 2 % 512]), T.max(T.min(T.Cast("int32", a0[b18]), T.Cast("int32", a0[b18])), T.max(T.Cast("int32", a0[b18]), T.Cast("int32", a0[b18]))))
                out0[b18 * 64 + t33 + 192] = T.Cast("int32", w30[t33]) + T.Select(a1[b18], b18, T.Cast("int32", T.if_then_else(b18 >= 1, a0[b18 - 1], T.bool(False))))

    @R.function
    def main(x1: R.Tensor((8,), dtype="bool"), x2: R.Tensor((4,), dtype="bool")) -> R.Tensor((384,), dtype="int32"):
        cls = Module
        lv: R.Tensor((384,), dtype="int32") = R.call_tir_with_grad(cls.kernel_1, (x1, x2), out_ty=R.Tensor((384,), dtype="int32"), te_grad_name="assay_grad")
        return lv
