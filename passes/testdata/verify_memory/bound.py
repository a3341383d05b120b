# RUN: VerifyMemory
# A kernel whose accesses all stand under threads, of its own memory too; one for the processor; one without a target; one that is launched by
# name, whose threads are bound by who launches it.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def bound(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"kind": "cuda"})})
        S = T.alloc_buffer((1,), "int32")
        S[0] = 1
        with T.launch_thread("threadIdx.x", 8) as tx:
            A[tx] = S[0]

    @T.prim_func
    def processor(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"kind": "llvm"})})
        A[0] = 1

    @T.prim_func
    def any(A: T.Buffer((8,), "int32")):
        A[0] = 1

    @T.prim_func
    def launched(p: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"kind": "cuda"})})
        A = T.decl_buffer((8,), "int32", data=p)
        A[0] = 1
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def any(A: T.Buffer((8,), "int32")):
        A[0] = 1

    @T.prim_func
    def bound(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        S = T.alloc_buffer((1,), "int32")
        S[0] = 1
        with T.launch_thread("threadIdx.x", 8) as tx:
            A[tx] = S[0]

    @T.prim_func
    def launched(p: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((8,), "int32", data=p)
        A[0] = 1

    @T.prim_func
    def processor(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""})})
        A[0] = 1
