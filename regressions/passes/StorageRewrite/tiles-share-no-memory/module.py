# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((3,), "float32"), out0: T.Buffer((3,), "int32")):
        for t4 in T.thread_binding(3, thread="threadIdx.x"):
            w9 = T.alloc_shared((3,), "float16")
            w13 = T.alloc_buffer((3,), "float16", scope="wmma.matrix_a")
            w17 = T.alloc_shared((3,), "float16")
            w21 = T.alloc_buffer((3,), "float16", scope="wmma.matrix_a")
            w9[t4] = T.float16(0.0)
            T.tvm_storage_sync("shared.dyn", T.bool(False), -1)
            T.tvm_load_matrix_sync(w13.data, 3, 8, 16, 0, T.tvm_access_ptr(T.float16(0.0), w9.data, 0, 3, 1), 16, "row_major")
            T.tvm_load_matrix_sync(w21.data, 16, 16, 16, 0, T.tvm_access_ptr(T.float16(0.0), w17.data, 0, 3, 1), 16, "col_major")

    @R.function
    def main(x0: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="int32"):
        cls = Module
        gv0 = R.call_tir(cls.kernel, (x0,), out_ty=R.Tensor((3,), dtype="int32"))
        return gv0
