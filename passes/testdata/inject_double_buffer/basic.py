# RUN: InjectDoubleBuffer
# Memory that threads share, between barriers, allocated in front of the loop or in it; memory of a thread's own, in vectors; two buffers of one
# loop; a loop of so many iterations as a size says.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def shared(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 4) as tx:
            S = T.alloc_buffer((4,), "float32", scope="shared")
            for i in range(16):
                with T.attr(S.data, "double_buffer_scope", 1):
                    S[tx] = A[i * 4 + tx]
                T.tvm_storage_sync("shared")
                B[i * 4 + tx] = S[3 - tx] + T.float32(1)
                T.tvm_storage_sync("shared")

    @T.prim_func
    def inside(A: T.Buffer((64,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            S = T.alloc_buffer((4,), "float32", scope="local")
            with T.attr(S.data, "double_buffer_scope", 1):
                for k in range(2):
                    S[k * 2:k * 2 + 2] = A[i * 4 + k * 2:i * 4 + k * 2 + 2]
            B[i] = S[0] + S[3]

    @T.prim_func
    def two(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int32"), C: T.Buffer((16,), "float32")):
        S = T.alloc_buffer((4,), "float32", scope="local")
        R = T.alloc_buffer((1,), "int32", scope="local")
        for i in range(T.int64(16)):
            with T.attr(S.data, "double_buffer_scope", 1):
                for k in range(T.int64(4)):
                    S[k] = A[i * T.int64(4) + k]
            with T.attr(R.data, "double_buffer_scope", 1):
                R[0] = B[i]
            C[i] = S[R[0] % 4]

    @T.prim_func
    def sized(a: T.handle, b: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        S = T.alloc_buffer((1,), "float32", scope="local")
        for i in range(n):
            with T.attr(S.data, "double_buffer_scope", 1):
                S[0] = A[i]
            B[i] = S[0] * T.float32(2)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def inside(A: T.Buffer((64,), "float32"), B: T.Buffer((16,), "float32")):
        S = T.alloc_local((8,))
        for k in range(2):
            S[k * 2:k * 2 + 2] = A[T.Mul(0, 4) + k * 2:T.Mul(0, 4) + k * 2 + 2]
        for i_outer in range(15):
            with T.attr(S.data, "double_buffer_write", 1):
                for k in range(2):
                    S[(i_outer + 1) % 2 * 4 + k * 2:(i_outer + 1) % 2 * 4 + k * 2 + 2] = A[(i_outer + 1) * 4 + k * 2:(i_outer + 1) * 4 + k * 2 + 2]
            B[i_outer] = S[i_outer % 2 * 4] + S[i_outer % 2 * 4 + 3]
        B[15] = S[4] + S[T.Add(4, 3)]

    @T.prim_func
    def shared(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 4)
        S = T.alloc_shared((8,))
        S[tx] = A[T.Mul(0, 4) + tx]
        for i_outer in range(15):
            with T.attr(S.data, "double_buffer_write", 1):
                S[(i_outer + 1) % 2 * 4 + tx] = A[(i_outer + 1) * 4 + tx]
            T.tvm_storage_sync("shared", T.bool(False), -1)
            B[i_outer * 4 + tx] = S[i_outer % 2 * 4 + (3 - tx)] + T.float32(1.0)
            T.tvm_storage_sync("shared", T.bool(False), -1)
        T.tvm_storage_sync("shared", T.bool(False), -1)
        B[T.Mul(15, 4) + tx] = S[4 + (3 - tx)] + T.float32(1.0)
        T.tvm_storage_sync("shared", T.bool(False), -1)

    @T.prim_func
    def sized(A: T.Buffer(("n",), "float32"), B: T.Buffer((n,), "float32")):
        n = T.int32()
        S = T.alloc_local((2,))
        if 0 < n:
            S[0] = A[0]
            for i_outer in range(n - 1):
                if i_outer + 1 < n:
                    T.attr(S.data, "double_buffer_write", 1)
                    S[(i_outer + 1) % 2] = A[i_outer + 1]
                B[i_outer] = S[i_outer % 2] * T.float32(2.0)
            B[n - 1] = S[(n - 1) % 2] * T.float32(2.0)

    @T.prim_func
    def two(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int32"), C: T.Buffer((16,), "float32")):
        S = T.alloc_local((8,))
        R_1 = T.alloc_local((2,), "int32")
        for k in range(T.int64(4)):
            S[k] = A[T.Mul(T.int64(0), T.int64(4)) + k]
        R_1[0] = B[T.int64(0)]
        for i_outer in range(T.int64(15)):
            with T.attr(S.data, "double_buffer_write", 1):
                for k in range(T.int64(4)):
                    S[(i_outer + T.int64(1)) % T.int64(2) * T.int64(4) + k] = A[(i_outer + T.int64(1)) * T.int64(4) + k]
            with T.attr(R_1.data, "double_buffer_write", 1):
                R_1[T.Cast("int32", (i_outer + T.int64(1)) % T.int64(2))] = B[i_outer + T.int64(1)]
            C[i_outer] = S[T.Cast("int32", i_outer % T.int64(2)) * 4 + R_1[T.Cast("int32", i_outer % T.int64(2))] % 4]
        C[T.int64(15)] = S[4 + R_1[1] % 4]
