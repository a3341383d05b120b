# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((1,), "float32"), a1: T.Buffer((1,), "float32"), out0: T.Buffer((1,), "float32")):
        w13 = T.alloc_buffer((256,), "int32", scope="wmma.accumulator")
        w14 = T.alloc_shared((256,), "int32")
        for k6 in T.unroll(3):
            T.tvm_fill_fragment(w13.data, 16, 16, 16, 0, 2)
            T.tvm_store_matrix_sync(w13.data, 16, 16, 16, 0, T.tvm_access_ptr(0, w14.data, 0, 256, 2), 16, "row_major")
        with T.launch_thread("blockIdx.x", 1) as b18:
            t19 = T.launch_thread("threadIdx.x", 1)
            out0[t19] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32"), x1: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        gv0 = R.call_tir(cls.kernel, (x0, x1), out_ty=R.Tensor((1,), dtype="float32"))
        return gv0
