# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((1,), "float32"), out0: T.Buffer((1,), "float32")):
        for t5 in T.thread_binding(1, thread="threadIdx.x"):
            s2 = T.alloc_shared((1,))
            for v6 in T.thread_binding(2, thread="vthread.x"):
                l7: T.float32 = a0[t5]
                s2[v6] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0
