# RUN: LowerWarpMemory
# A lane's own element is a register, and others' are exchanged, also in loops and branches that all lanes go through; two
# axes of threads count x first.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def turn(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32):
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 32)
        w = T.alloc_buffer((32,), "float32", scope="warp")
        w[t] = A[b * 32 + t]
        T.tvm_storage_sync("warp")
        B[b * 32 + t] = w[(t + 3) % 32] + w[t]
        if n > 2:
            for k in range(n):
                B[b * 32 + t] = B[b * 32 + t] + w[k % 32]
        if t < 7:
            w[t] = B[b * 32 + t]

    @T.prim_func
    def two_axes(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        y = T.launch_thread("threadIdx.y", 8)
        x = T.launch_thread("threadIdx.x", 8)
        w = T.alloc_buffer((32,), "float32", scope="warp")
        w[(y * 8 + x) % 32] = A[y * 8 + x]
        T.tvm_storage_sync("warp")
        B[y * 8 + x] = w[31 - (y * 8 + x) % 32]

# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def turn(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32):
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 32)
        w: T.float32 = A[b * 32 + t]
        T.tvm_storage_sync("warp", T.bool(False), -1)
        B[b * 32 + t] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), w, (t + 3) % 32, 32, 32) + w
        if n > 2:
            for k in range(n):
                B[b * 32 + t] = B[b * 32 + t] + T.tvm_warp_shuffle(T.tvm_warp_activemask(), w, k % 32, 32, 32)
        if t < 7:
            w = B[b * 32 + t]

    @T.prim_func
    def two_axes(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        y = T.launch_thread("threadIdx.y", 8)
        x = T.launch_thread("threadIdx.x", 8)
        w: T.float32 = A[y * 8 + x]
        T.tvm_storage_sync("warp", T.bool(False), -1)
        B[y * 8 + x] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), w, 31 - (y * 8 + x) % 32, 32, 32)
