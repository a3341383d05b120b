# RUN: ThreadSync{"storage_scope": "shared"}
# A barrier before what reads others' elements, none for a thread's own, one in each iteration of a loop, before a branch that
# some threads take, none where one stands; other memory is left alone.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def turn(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((8,), "float32", scope="shared")
        d = T.alloc_buffer((8,), "float32", scope="shared.dyn")
        s[t] = A[b * 8 + t]
        s[t] = s[t] + T.float32(1)
        d[t] = s[t]
        B[b * 8 + t] = s[7 - t]
        if t < 4:
            s[t] = d[t]
        if b == 0:
            B[t] = s[0]
        for k in range(3):
            s[t] = s[(t + 1) % 8]
            B[b * 8 + t] = B[b * 8 + t] + s[t]
        T.tvm_storage_sync("shared")
        B[b * 8 + t] = B[b * 8 + t] + s[7 - t]

    @T.prim_func(s_tir=True)
    def two_axes(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for y in T.thread_binding(2, thread="threadIdx.y"):
            for x in T.thread_binding(8, thread="threadIdx.x"):
                s = T.alloc_buffer((16,), "float32", scope="shared")
                s[y * 8 + x] = A[y * 8 + x]
                B[y * 8 + x] = s[y * 8 + x]
                s[x * 2 + y] = A[y * 8 + x]
                B[y * 8 + x] = s[x * 2 + y]
                s[x + y] = A[0]
                B[y * 8 + x] = s[x + y]

    @T.prim_func
    def launches(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        s = T.alloc_buffer((8,), "float32", scope="shared")
        with T.launch_thread("threadIdx.x", 8) as t:
            s[t] = A[t]
        with T.launch_thread("threadIdx.x", 8) as t:
            s[t] = A[7 - t]
            B[t] = s[7 - t]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def launches(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        s = T.alloc_shared((8,))
        with T.launch_thread("threadIdx.x", 8) as t:
            s[t] = A[t]
        with T.launch_thread("threadIdx.x", 8) as t:
            s[t] = A[7 - t]
            T.tvm_storage_sync("shared", T.bool(False), -1)
            B[t] = s[7 - t]

    @T.prim_func
    def turn(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_shared((8,))
        d = T.alloc_buffer((8,), scope="shared.dyn")
        s[t] = A[b * 8 + t]
        s[t] = s[t] + T.float32(1.0)
        d[t] = s[t]
        T.tvm_storage_sync("shared", T.bool(False), -1)
        B[b * 8 + t] = s[7 - t]
        T.tvm_storage_sync("shared", T.bool(False), -1)
        if t < 4:
            s[t] = d[t]
        if b == 0:
            T.tvm_storage_sync("shared", T.bool(False), -1)
            B[t] = s[0]
        for k in range(3):
            T.tvm_storage_sync("shared", T.bool(False), -1)
            s[t] = s[(t + 1) % 8]
            B[b * 8 + t] = B[b * 8 + t] + s[t]
        T.tvm_storage_sync("shared", T.bool(False), -1)
        B[b * 8 + t] = B[b * 8 + t] + s[7 - t]

    @T.prim_func(s_tir=True)
    def two_axes(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for y in T.thread_binding(2, thread="threadIdx.y"):
            for x in T.thread_binding(8, thread="threadIdx.x"):
                s = T.alloc_shared((16,))
                s[y * 8 + x] = A[y * 8 + x]
                B[y * 8 + x] = s[y * 8 + x]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                s[x * 2 + y] = A[y * 8 + x]
                B[y * 8 + x] = s[x * 2 + y]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                s[x + y] = A[0]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                B[y * 8 + x] = s[x + y]
