# RUN: ThreadSync{"storage_scope": "shared"}
# Where some threads leave a loop early, none may wait in it: the barrier stands in front. Where all leave it together, they may.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def by_thread(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((8,), "float32", scope="shared")
        r = T.alloc_buffer((1,), "float32", scope="local")
        s[t] = A[t]
        r[0] = A[t]
        for k in range(2):
            u: T.let[T.int32] = t % 3
            if u == 1:
                T.break_loop()
            r[0] = r[0] + s[7 - t]
        B[t] = r[0]

    @T.prim_func
    def together(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((8,), "float32", scope="shared")
        r = T.alloc_buffer((1,), "float32", scope="local")
        s[t] = A[t]
        r[0] = A[t]
        for k in range(4):
            if k == 2:
                T.continue_loop()
            r[0] = r[0] + s[7 - t]
        B[t] = r[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def by_thread(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_shared((8,))
        r: T.float32
        s[t] = A[t]
        r = A[t]
        T.tvm_storage_sync("shared", T.bool(False), -1)
        for k in range(2):
            u: T.let[T.int32] = t % 3
            if u == 1:
                T.break_loop()
            r = r + s[7 - t]
        B[t] = r

    @T.prim_func
    def together(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_shared((8,))
        r: T.float32
        s[t] = A[t]
        r = A[t]
        for k in range(4):
            if k == 2:
                T.continue_loop()
            T.tvm_storage_sync("shared", T.bool(False), -1)
            r = r + s[7 - t]
        B[t] = r
