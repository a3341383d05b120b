# RUN: ThreadSync{"storage_scope": "shared"}
# A virtual thread is a loop: the next iteration writes what others still read.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def bound(A: T.Buffer((8,), "float32"), B: T.Buffer((16,), "float32")):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            S = T.alloc_buffer((8,), "float32", scope="shared")
            for v in T.thread_binding(2, thread="vthread.x"):
                S[t] = A[t] + T.Cast("float32", v)
                B[v * 8 + t] = S[7 - t]

    @T.prim_func
    def launched(A: T.Buffer((8,), "float32"), B: T.Buffer((16,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_buffer((8,), "float32", scope="shared")
        v = T.launch_thread("vthread.x", 2)
        S[t] = A[t] + T.Cast("float32", v)
        B[v * 8 + t] = S[7 - t]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def bound(A: T.Buffer((8,), "float32"), B: T.Buffer((16,), "float32")):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            S = T.alloc_shared((8,))
            for v in T.thread_binding(2, thread="vthread.x"):
                T.tvm_storage_sync("shared", T.bool(False), -1)
                S[t] = A[t] + T.Cast("float32", v)
                T.tvm_storage_sync("shared", T.bool(False), -1)
                B[v * 8 + t] = S[7 - t]

    @T.prim_func
    def launched(A: T.Buffer((8,), "float32"), B: T.Buffer((16,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_shared((8,))
        with T.launch_thread("vthread.x", 2) as v:
            T.tvm_storage_sync("shared", T.bool(False), -1)
            S[t] = A[t] + T.Cast("float32", v)
            T.tvm_storage_sync("shared", T.bool(False), -1)
            B[v * 8 + t] = S[7 - t]
