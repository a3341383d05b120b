# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 2)
        first = T.alloc_buffer((1,), "int8", scope="shared.dyn")
        second = T.alloc_buffer((1, 1), scope="shared.dyn")
        first[t] = T.int8(1)
