# RUN: SplitHostDevice
# Two launches, of which the first uses memory of the host's and a number; a target with a host, which the kernels are without; extents that
# are names or known by one; dynamic shared memory; a view from outside; a kernel for the device alone, and one that launches nothing.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 4), "float32"), B: T.Buffer((64, 4), "float32"), n: T.int32):
        T.func_attr({"target": T.target({"kind": "cuda", "host": {"kind": "llvm"}})})
        S = T.alloc_buffer((64,), "float32")
        A_1 = A.view(256)
        for i in range(64):
            S[i] = T.float32(i)
        with T.launch_thread("blockIdx.x", 2) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            if bx * 32 + tx < n:
                for j in range(4):
                    B[bx * 32 + tx, j] = A_1[(bx * 32 + tx) * 4 + j] + S[bx * 32 + tx] + T.Cast("float32", n)
        for k in range(3):
            with T.launch_thread("threadIdx.x", n * 2) as tx:
                D = T.alloc_buffer((n, 2), "float32", scope="shared.dyn")
                D[tx // 2, tx % 2] = B[tx, k]
                B[tx, k] = D[tx // 2, tx % 2] * T.float32(2)

    @T.prim_func(private=True)
    def loops(A: T.Buffer((8,), "int32")):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            A[t] = t

    @T.prim_func
    def device(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"kind": "cuda"})})
        with T.launch_thread("threadIdx.x", 8) as tx:
            A[tx] = tx

    @T.prim_func
    def host(A: T.Buffer((8,), "int32")):
        for i in range(8):
            A[i] = i

    @T.prim_func(private=True)
    def virtual(A: T.Buffer((8,), "int32")):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for v in T.thread_binding(2, thread="vthread.x"):
                A[v * 4 + t] = v
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def device(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 8)
        A[tx] = tx

    @T.prim_func
    def host(A: T.Buffer((8,), "int32")):
        for i in range(8):
            A[i] = i

    @T.prim_func(private=True)
    def loops(A: T.Buffer((8,), "int32")):
        T.call_ffi_kernel("loops_kernel", A.data, 8, launch_params=["threadIdx.x"], ret_ty="int32")

    @T.prim_func
    def loops_kernel(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((8,), "int32", data=A_ptr)
        for t in T.thread_binding(8, thread="threadIdx.x"):
            A[t] = t

    @T.prim_func
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), S_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"], "tirx.noalias": True})
        S = T.decl_buffer((64,), data=S_ptr)
        A_1 = T.decl_buffer((256,), data=A_ptr)
        B = T.decl_buffer((64, 4), data=B_ptr)
        with T.launch_thread("blockIdx.x", 2) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            if bx * 32 + tx < n:
                for j in range(4):
                    B[bx * 32 + tx, j] = A_1[(bx * 32 + tx) * 4 + j] + S[bx * 32 + tx] + T.Cast("float32", n)

    @T.prim_func
    def main_kernel_1(B_ptr: T.handle("float32", "global"), k: T.int32, n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        B = T.decl_buffer((64, 4), data=B_ptr)
        with T.launch_thread("threadIdx.x", n * 2) as tx:
            D = T.alloc_buffer((n, 2), scope="shared.dyn")
            D[tx // 2, tx % 2] = B[tx, k]
            B[tx, k] = D[tx // 2, tx % 2] * T.float32(2.0)

    @T.prim_func(private=True)
    def virtual(A: T.Buffer((8,), "int32")):
        T.call_ffi_kernel("virtual_kernel", A.data, 4, launch_params=["threadIdx.x"], ret_ty="int32")

    @T.prim_func
    def virtual_kernel(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((8,), "int32", data=A_ptr)
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for v in T.thread_binding(2, thread="vthread.x"):
                A[v * 4 + t] = v

    @T.prim_func
    def main(A: T.Buffer((64, 4), "float32"), B: T.Buffer((64, 4), "float32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_50", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        S = T.alloc_buffer((64,))
        A_1 = A.view(256)
        for i in range(64):
            S[i] = T.Cast("float32", i)
        T.call_ffi_kernel("main_kernel", A.data, B.data, S.data, n, 2, 32, launch_params=["blockIdx.x", "threadIdx.x"], ret_ty="int32")
        for k in range(3):
            T.call_ffi_kernel("main_kernel_1", B.data, k, n, n * 2, 4 * n * 2, launch_params=["threadIdx.x", "tirx.use_dyn_shared_memory"], ret_ty="int32")
