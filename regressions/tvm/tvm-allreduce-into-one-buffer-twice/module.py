# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((2,), "float32"), a1: T.Buffer((2,), "float32"), out0: T.Buffer((2,), "float32")):
        r1: T.float32
        if T.Cast("bool", T.float32(0.0)):
            for t6 in T.thread_binding(2, thread="threadIdx.x"):
                T.attr(T.comm_reducer(lambda x7, y8: x7, [T.float32(1.0)]), "reduce_scope", 0)
                T.tvm_thread_allreduce(T.uint32(1), T.float32(0.0), T.bool(True), r1, t6)
            for t10 in T.thread_binding(2, thread="threadIdx.x"):
                T.attr(T.comm_reducer(lambda x11, y12: x11, [T.float32(1.0)]), "reduce_scope", 0)
                T.tvm_thread_allreduce(T.uint32(1), T.float32(0.0), T.bool(True), r1, t10)
        else:
            for t17 in T.thread_binding(2, thread="threadIdx.x"):
                T.attr(T.comm_reducer(lambda x18, y19: x18, [T.float32(0.0)]), "reduce_scope", 0)
                T.tvm_thread_allreduce(T.uint32(1), T.float32(0.0), T.bool(True), r1, t17)

    @R.function
    def main(x0: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        return x0
