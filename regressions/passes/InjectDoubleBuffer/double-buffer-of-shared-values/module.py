# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((1,), "uint32"), a1: T.Buffer((1,), "uint32"), out0: T.Buffer((40,), "uint32")):
        for b4 in T.thread_binding(4, thread="blockIdx.x"):
            for t5 in T.thread_binding(5, thread="threadIdx.x"):
                s0 = T.alloc_buffer((5,), "uint32", scope="shared.dyn")
                d7 = T.alloc_shared((5,), "uint32")
                s0[(t5 + 1) % 5] = T.uint32(0)
                for k6 in range(1):
                    T.tvm_storage_sync("shared", T.bool(False), -1)
                    with T.attr(d7.data, "double_buffer_scope", 1):
                        d7[t5] = s0[0]
                out0[b4 * 5 + t5] = T.uint32(0)
                out0[b4 * 5 + t5 + 20] = T.uint32(0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="uint32"), x1: R.Tensor((1,), dtype="uint32")) -> R.Tensor((40,), dtype="uint32"):
        cls = Module
        lv0 = R.call_tir(cls.kernel, (x0, x1), out_ty=R.Tensor((40,), dtype="uint32"))
        return lv0
