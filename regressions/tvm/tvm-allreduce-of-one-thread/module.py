# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((1,), "int32"), out0: T.Buffer((1,), "float32")):
        b4 = T.launch_thread("blockIdx.x", 1)
        t5 = T.launch_thread("threadIdx.x", 1)
        t6 = T.launch_thread("threadIdx.y", 1)
        r2: T.float32
        with T.attr(T.comm_reducer(lambda x7, y8: x7, [T.float32(0.0)]), "reduce_scope", 0):
            T.tvm_thread_allreduce(T.uint32(1), T.float32(0.0), T.bool(True), r2, t5, t6)

    @R.function
    def main(x0: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        return x0
