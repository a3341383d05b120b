# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def in_a_loop(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):
        for t in T.thread_binding(2, thread="threadIdx.x"):
            s = T.alloc_buffer((2,), scope="shared.dyn")
            u = T.alloc_buffer((2,), scope="shared.dyn")
            s[t] = T.float32(0.0)

    @T.prim_func
    def main(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 2)
        first = T.alloc_buffer((2,), "int8", scope="shared.dyn")
