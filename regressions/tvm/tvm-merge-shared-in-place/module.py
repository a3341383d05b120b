# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 3)
        second = T.alloc_buffer((2, 2), scope="shared.dyn")
        third = T.alloc_buffer((3,), "float16", scope="shared.dyn")
        last = T.alloc_buffer((3,), "float64", scope="shared.dyn")
        second[0, t % 2] = T.float32(0.0)
        T.tvm_storage_sync("shared", T.bool(False), -1)
        third[t] = T.float16(2.0)
        last[t] = T.Cast("float64", second[0, 0])
