# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(A: T.Buffer((2,), "int32"), B: T.Buffer((2,), "int32")):
        x = T.launch_thread("threadIdx.x", 2)
        v: T.int32
        i: T.int32
        with T.attr(T.comm_reducer(lambda v0, i0, v1, i1: (0, T.Select(v0 >= v1, i0, i1)), [0, -1]), "reduce_scope", 0):
            T.tvm_thread_allreduce(T.uint32(2), 1, x, T.bool(True), v, i, x)
        B[x] = i

    @R.function
    def main(x: R.Tensor((2,), dtype="int32")) -> R.Tensor((2,), dtype="int32"):
        return x
