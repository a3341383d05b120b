# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((31,), "float32"), out0: T.Buffer((100,), "float32")):
        b4 = T.launch_thread("blockIdx.x", 2)
        t5 = T.launch_thread("threadIdx.x", 31)
        s0 = T.alloc_shared((31,))
        s2 = T.alloc_shared((31,))
        s2[0] = T.float32(3.9375)
        s0[t5] = T.float32(0.0)
        out0[31 + t5 + 62] = T.float32(0.0)

    @T.prim_func
    def kernel_2(a0: T.Buffer((1,), "int16"), out0: T.Buffer((1,), "int8")):
        for b14 in T.thread_binding(1, thread="blockIdx.x"):
            T.tvm_storage_sync("shared", T.bool(False), -1)

    @R.function
    def main(x0: R.Tensor((31,), dtype="float32")) -> R.Tensor((100,), dtype="float32"):
        cls = Module
        gv0 = R.call_tir(cls.kernel, (x0,), out_ty=R.Tensor((100,), dtype="float32"))
        return gv0
