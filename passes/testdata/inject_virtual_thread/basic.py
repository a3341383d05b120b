# RUN: InjectVirtualThread
# Virtual threads over each statement, with memory for each, and a barrier for all; what does not differ stands once; many stay a loop; where
# iterations are not known to be apart, all of the body stays in one loop.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def staged(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for b in T.thread_binding(2, thread="blockIdx.x"):
            for v in T.thread_binding(2, thread="vthread.x"):
                for t in T.thread_binding(16, thread="threadIdx.x"):
                    L = T.alloc_buffer((1,), "float32", scope="local")
                    S = T.alloc_buffer((16,), "float32", scope="shared")
                    K = T.alloc_buffer((1,), "float32", scope="local")
                    w: T.let[T.int32] = v * 16
                    K[0] = T.float32(3)
                    L[0] = A[b * 32 + w + t]
                    S[t] = L[0] * K[0]
                    T.tvm_storage_sync("shared")
                    if t > 3:
                        B[b * 32 + w + t] = L[0] + S[15 - t]
                    else:
                        for k in range(2):
                            B[b * 32 + w + t] = L[0] + S[15 - t] + K[0]
                    T.tvm_storage_sync("shared")

    @T.prim_func
    def launched(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        v = T.launch_thread("vthread.x", 32)
        u = T.launch_thread("vthread.y", 1)
        L = T.alloc_buffer((2, 2), "float32", scope="local")
        for i, j in T.grid(2, v // 32 + 1):
            L[i, j] = A[b * 32 + v]
        L[1, 1] = T.float32(2)
        B[b * 32 + v] = L[0, 0] + L[1, 1] + T.Cast("float32", u)

    @T.prim_func
    def as_a_loop(A: T.Buffer((8,), "float32"), B: T.Buffer((32,), "float32")):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            for v in T.thread_binding(4, thread="vthread.x"):
                B[t * 4 + (v * 3) % 4] = A[t] * T.Cast("float32", v)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def as_a_loop(A: T.Buffer((8,), "float32"), B: T.Buffer((32,), "float32")):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            for v in range(4):
                B[t * 4 + v * 3 % 4] = A[t] * T.Cast("float32", v)

    @T.prim_func
    def launched(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        for u in range(1):
            L = T.alloc_local((32, 2, 2))
            for i, v in T.grid(2, 32):
                for j in range(v // 32 + 1):
                    L[v, i, j] = A[b * 32 + v]
            for v in range(32):
                L[v, 1, 1] = T.float32(2.0)
            for v in range(32):
                B[b * 32 + v] = L[v, 0, 0] + L[v, 1, 1] + T.Cast("float32", u)

    @T.prim_func
    def staged(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for b in T.thread_binding(2, thread="blockIdx.x"):
            for t in T.thread_binding(16, thread="threadIdx.x"):
                L = T.alloc_local((2,))
                S = T.alloc_shared((32,))
                K: T.float32 = T.float32(3.0)
                L[T.Mul(0, 1)] = A[b * 32 + T.Mul(0, 16) + t]
                L[T.Mul(1, 1)] = A[b * 32 + T.Mul(1, 16) + t]
                S[T.Mul(0, 16) + t] = L[T.Mul(0, 1)] * K
                S[T.Mul(1, 16) + t] = L[T.Mul(1, 1)] * K
                T.tvm_storage_sync("shared", T.bool(False), -1)
                if t > 3:
                    B[b * 32 + T.Mul(0, 16) + t] = L[T.Mul(0, 1)] + S[T.Mul(0, 16) + (15 - t)]
                    B[b * 32 + T.Mul(1, 16) + t] = L[T.Mul(1, 1)] + S[T.Mul(1, 16) + (15 - t)]
                else:
                    for k in range(2):
                        B[b * 32 + T.Mul(0, 16) + t] = L[T.Mul(0, 1)] + S[T.Mul(0, 16) + (15 - t)] + K
                        B[b * 32 + T.Mul(1, 16) + t] = L[T.Mul(1, 1)] + S[T.Mul(1, 16) + (15 - t)] + K
                T.tvm_storage_sync("shared", T.bool(False), -1)
