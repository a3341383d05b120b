# RUN: MergeSharedMemoryAllocations
# A barrier of all threads stands between the first and the third, none between the third and the last; static memory
# stays, and so does what is alone in its launch.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        t = T.launch_thread("threadIdx.x", 32)
        still = T.alloc_buffer((32,), "float32", scope="shared")
        first = T.alloc_buffer((33,), "int8", scope="shared.dyn")
        second = T.alloc_buffer((4, 8), "float32", scope="shared.dyn")
        third = T.alloc_buffer((16,), "float16", scope="shared.dyn")
        last = T.alloc_buffer((32,), "float64", scope="shared.dyn")
        still[t] = A[b * 32 + t]
        first[t] = T.int8(1)
        second[t // 8, t % 8] = T.Cast("float32", first[t])
        T.tvm_storage_sync("shared")
        if t < 16:
            third[t] = T.float16(2)
            last[t] = T.Cast("float64", third[t]) + T.Cast("float64", second[0, t % 8])
        T.tvm_storage_sync("warp")
        B[b * 32 + t] = still[t] + second[3, 0] + T.if_then_else(t < 16, T.Cast("float32", last[t]), T.float32(0))

    @T.prim_func
    def alone(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            s = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            s[t] = A[t]
            T.tvm_storage_sync("shared.dyn")
            B[t] = s[31 - t]

    @T.prim_func
    def in_a_loop(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            for k in range(3):
                s = T.alloc_buffer((32,), "float32", scope="shared.dyn")
                u = T.alloc_buffer((32,), "float32", scope="shared.dyn")
                s[t] = A[t]
                T.tvm_storage_sync("shared.dyn")
                u[t] = s[31 - t]
                T.tvm_storage_sync("shared.dyn")
                B[t] = u[31 - t]

# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def alone(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            s = T.alloc_buffer((32,), scope="shared.dyn")
            s[t] = A[t]
            T.tvm_storage_sync("shared.dyn", T.bool(False), -1)
            B[t] = s[31 - t]

    @T.prim_func
    def in_a_loop(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
            s = T.decl_buffer((32,), data=buf_dyn_shmem.data, scope="shared.dyn")
            u = T.decl_buffer((32,), data=buf_dyn_shmem.data, elem_offset=32, scope="shared.dyn")
            for k in range(3):
                s[t] = A[t]
                T.tvm_storage_sync("shared.dyn", T.bool(False), -1)
                u[t] = s[31 - t]
                T.tvm_storage_sync("shared.dyn", T.bool(False), -1)
                B[t] = u[31 - t]

    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        b = T.launch_thread("blockIdx.x", 2)
        buf_dyn_shmem = T.alloc_buffer((424,), "uint8", scope="shared.dyn")
        first = T.decl_buffer((33,), "int8", data=buf_dyn_shmem.data, scope="shared.dyn")
        second = T.decl_buffer((4, 8), data=buf_dyn_shmem.data, elem_offset=9, scope="shared.dyn")
        third = T.decl_buffer((16,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        last = T.decl_buffer((32,), "float64", data=buf_dyn_shmem.data, elem_offset=21, scope="shared.dyn")
        with T.launch_thread("threadIdx.x", 32) as t:
            still = T.alloc_shared((32,))
            still[t] = A[b * 32 + t]
            first[t] = T.int8(1)
            second[t // 8, t % 8] = T.Cast("float32", first[t])
            T.tvm_storage_sync("shared", T.bool(False), -1)
            if t < 16:
                third[t] = T.float16(2.0)
                last[t] = T.Cast("float64", third[t]) + T.Cast("float64", second[0, t % 8])
            T.tvm_storage_sync("warp", T.bool(False), -1)
            B[b * 32 + t] = still[t] + second[3, 0] + T.if_then_else(t < 16, T.Cast("float32", last[t]), T.float32(0.0))
