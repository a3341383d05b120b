# RUN: CompactBufferAllocation
# Inside of loops of threads: what a block or warp shares keeps what all its threads access, also where the loops begin
# behind 0; what a thread has for itself, and what each block has, is cut down.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        b = T.launch_thread("blockIdx.x", 4)
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((64,), "float32", scope="shared")
        w = T.alloc_buffer((32,), "float32", scope="warp")
        r = T.alloc_buffer((64,), "float32", scope="local")
        s[b * 8 + t] = A[b * 8 + t]
        w[t + 1] = A[t]
        r[b * 8 + t] = A[t]
        T.tvm_storage_sync("shared")
        B[b * 8 + t] = s[b * 8 + 7 - t] + w[t + 1] + r[b * 8 + t]

    @T.prim_func(s_tir=True)
    def loops(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for y in T.thread_binding(2, thread="threadIdx.y"):
                for t in T.thread_binding(1, 9, thread="threadIdx.x"):
                    s = T.alloc_buffer((64,), "float32", scope="shared.dyn")
                    s[y * 8 + t] = A[b * 16 + y * 8 + t - 1]
                    T.tvm_storage_sync("shared.dyn")
                    B[b * 16 + y * 8 + t - 1] = s[y * 8 + t]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def loops(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for y in T.thread_binding(2, thread="threadIdx.y"):
                for t in T.thread_binding(1, 9, thread="threadIdx.x"):
                    s = T.alloc_buffer((16,), scope="shared.dyn")
                    s[y * 8 + t - 1] = A[b * 16 + y * 8 + t - 1]
                    T.tvm_storage_sync("shared.dyn", T.bool(False), -1)
                    B[b * 16 + y * 8 + t - 1] = s[y * 8 + t - 1]

    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        b = T.launch_thread("blockIdx.x", 4)
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_shared((8,))
        w = T.alloc_buffer((8,), scope="warp")
        r: T.float32
        s[t] = A[b * 8 + t]
        w[t] = A[t]
        r = A[t]
        T.tvm_storage_sync("shared", T.bool(False), -1)
        B[b * 8 + t] = s[7 - t] + w[t] + r
