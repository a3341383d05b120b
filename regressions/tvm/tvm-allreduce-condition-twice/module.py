# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((1,), "float32"), out0: T.Buffer((1,), "uint8")):
        for b4 in T.thread_binding(2, thread="blockIdx.x"):
            r2: T.uint8
            r3: T.float32
            for t9 in T.thread_binding(8, thread="threadIdx.x"):
                for t10 in T.thread_binding(2, thread="threadIdx.y"):
                    with T.attr(T.comm_reducer(lambda x11, x13, y12, y14: (T.float32(0.0), T.uint8(0)), [T.float32(0.0), T.uint8(1)]), "reduce_scope", 0):
                        t = T.float32()
                        T.tvm_thread_allreduce(T.uint32(2), T.float32(0.0), T.uint8(0), T.isnan(T.Let(t, where={t: T.float32(0.0)})), r3, r2, t9, t10)
                    out0[b4] = T.uint8(0)

    @T.prim_func
    def kernel_1(a0: T.Buffer((1,), "float32"), out0: T.Buffer((1,), "bool")):
        b30 = T.launch_thread("blockIdx.x", 2)
        t31 = T.launch_thread("threadIdx.x", 3)
        t32 = T.launch_thread("threadIdx.y", 1)
        r29: T.uint8 = T.uint8(0)
        with T.attr(T.comm_reducer(lambda x33, y34: x33, [T.uint8(1)]), "reduce_scope", 0):
            T.tvm_thread_allreduce(T.uint32(1), T.uint8(0), T.bool(True), r29, t31)

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0
