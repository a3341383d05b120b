# RUN: BindTarget{"target":{"kind":"cuda","host":{"kind":"llvm"}}}
# A public kernel, one of the host alone, one of threads alone, one of both, one that nobody calls; one with a target without a host, and one
# that is said to be the host's.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def of_host(p: T.handle("int32", "global")):
        A = T.decl_buffer((8,), "int32", data=p)
        A[0] = 1

    @T.prim_func(private=True)
    def of_threads(p: T.handle("int32", "global")):
        A = T.decl_buffer((8,), "int32", data=p)
        A[1] = 1

    @T.prim_func(private=True)
    def of_both(p: T.handle("int32", "global")):
        A = T.decl_buffer((8,), "int32", data=p)
        A[2] = A[2] + 1

    @T.prim_func(private=True)
    def of_nobody(A: T.Buffer((8,), "int32")):
        A[3] = 1

    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        Module.of_host(A.data)
        Module.of_both(A.data)
        for t in T.thread_binding(1, thread="threadIdx.x"):
            Module.of_threads(A.data)
            Module.of_both(A.data)

    @T.prim_func
    def given(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"kind": "metal"})})
        A[4] = 1

    @T.prim_func
    def hosts(A: T.Buffer((8,), "int32")):
        T.func_attr({"tirx.is_host_func": True})
        A[5] = 1
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def given(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, "keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16})})
        A[4] = 1

    @T.prim_func
    def hosts(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""})})
        A[5] = 1

    @T.prim_func(private=True)
    def of_both(p: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((8,), "int32", data=p)
        A[2] = A[2] + 1

    @T.prim_func(private=True)
    def of_both_host(p: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""})})
        A = T.decl_buffer((8,), "int32", data=p)
        A[2] = A[2] + 1

    @T.prim_func(private=True)
    def of_host(p: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""})})
        A = T.decl_buffer((8,), "int32", data=p)
        A[0] = 1

    @T.prim_func(private=True)
    def of_nobody(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[3] = 1

    @T.prim_func(private=True)
    def of_threads(p: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((8,), "int32", data=p)
        A[1] = 1

    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_50", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Module.of_host(A.data)
        Module.of_both_host(A.data)
        for t in T.thread_binding(1, thread="threadIdx.x"):
            Module.of_threads(A.data)
            Module.of_both(A.data)
