# RUN: StorageRewrite
# Memory that the threads of a launch share stays apart, with a barrier and without; memory of their own becomes one, and so
# does shared memory where no threads are.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def waits(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((8,), "float32", scope="shared")
        r = T.alloc_buffer((8,), "float32", scope="local")
        s[t] = A[t]
        r[0] = s[t]
        s2 = T.alloc_buffer((8,), "float32", scope="shared")
        r2 = T.alloc_buffer((8,), "float32", scope="local")
        s2[7 - t] = r[0]
        T.tvm_storage_sync("shared")
        r2[1] = s2[t]
        B[t] = r2[1]

    @T.prim_func
    def without(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((8,), "float32", scope="shared")
        s[t] = A[t]
        B[t] = s[t]
        s2 = T.alloc_buffer((8,), "float32", scope="shared")
        s2[t] = B[t]
        B[t] = s2[t] * T.float32(2)

    @T.prim_func
    def no_threads(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        s = T.alloc_buffer((8,), "float32", scope="shared")
        for i in range(8):
            s[i] = A[i]
        for i in range(8):
            B[i] = s[i]
        s2 = T.alloc_buffer((8,), "float32", scope="shared")
        for i in range(8):
            s2[i] = B[i]
        for i in range(8):
            B[i] = s2[i] * T.float32(2)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def no_threads(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        s = T.alloc_shared((8,))
        for i in range(8):
            s[i] = A[i]
        for i in range(8):
            B[i] = s[i]
        for i in range(8):
            s[i] = B[i]
        for i in range(8):
            B[i] = s[i] * T.float32(2.0)

    @T.prim_func
    def waits(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_shared((8,))
        r = T.alloc_local((8,))
        s2 = T.alloc_shared((8,))
        s[t] = A[t]
        r[0] = s[t]
        s2[7 - t] = r[0]
        T.tvm_storage_sync("shared", T.bool(False), -1)
        r[1] = s2[t]
        B[t] = r[1]

    @T.prim_func
    def without(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_shared((8,))
        s2 = T.alloc_shared((8,))
        s[t] = A[t]
        B[t] = s[t]
        s2[t] = B[t]
        B[t] = s2[t] * T.float32(2.0)
