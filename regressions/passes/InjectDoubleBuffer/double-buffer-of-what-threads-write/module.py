# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel_1(a0: T.Buffer((1,), "float64"), out0: T.Buffer((40,), "float32")):
        for b13 in T.thread_binding(2, thread="blockIdx.x"):
            for b14 in T.thread_binding(2, thread="blockIdx.y"):
                s10 = T.alloc_buffer((10,), scope="warp")
                d20 = T.alloc_shared((10,), "float64")
                for t15 in T.thread_binding(5, thread="threadIdx.x"):
                    s10[t15] = T.float32(0.0)
                for k19 in range(2):
                    T.tvm_storage_sync("warp", T.bool(False), -1)
                    with T.attr(d20.data, "double_buffer_scope", 1):
                        for t23 in T.thread_binding(5, thread="threadIdx.x"):
                            for t24 in T.thread_binding(2, thread="threadIdx.y"):
                                d20[t24 * 5 + t23] = T.Cast("float64", s10[1])
                for t32 in T.thread_binding(5, thread="threadIdx.x"):
                    for t33 in T.thread_binding(2, thread="threadIdx.y"):
                        out0[(b14 * 2 + b13) * 10 + (t33 * 5 + t32)] = T.float32(0.0)

    @R.function
    def main(x1: R.Tensor((1,), dtype="float64")) -> R.Tensor((40,), dtype="float32"):
        cls = Module
        lv1 = R.call_tir(cls.kernel_1, (x1,), out_ty=R.Tensor((40,), dtype="float32"))
        return lv1
