# RUN: DefaultGPUSchedule
# A scheduled kernel, one for the host and one of two stores stay as they are; threads are those of the target.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def done(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        T.func_attr({"tirx.is_scheduled": True})
        for i in range(8):
            with T.sblock("b"):
                v = T.axis.spatial(8, i)
                B[v] = A[v]
    @T.prim_func(s_tir=True)
    def host(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        T.func_attr({"target": T.target({"kind": "llvm"})})
        for i in range(8):
            with T.sblock("b"):
                v = T.axis.spatial(8, i)
                B[v] = A[v]
    @T.prim_func(s_tir=True)
    def phone(A: T.Buffer((1000,), "float32"), B: T.Buffer((1000,), "float32")):
        T.func_attr({"target": T.target({"kind": "opencl"})})
        for i in range(1000):
            with T.sblock("b"):
                v = T.axis.spatial(1000, i)
                B[v] = A[v]
    @T.prim_func(s_tir=True)
    def two(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("b"):
                v = T.axis.spatial(8, i)
                B[v] = A[v]
                C[v] = A[v]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def done(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        T.func_attr({"tirx.is_scheduled": True})
        # with T.sblock("root"):
        for i in range(8):
            with T.sblock("b"):
                v = T.axis.spatial(8, i)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]

    @T.prim_func(s_tir=True)
    def host(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""})})
        # with T.sblock("root"):
        for i in range(8):
            with T.sblock("b"):
                v = T.axis.spatial(8, i)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]

    @T.prim_func(s_tir=True)
    def phone(A: T.Buffer((1000,), "float32"), B: T.Buffer((1000,), "float32")):
        T.func_attr({"target": T.target({"image_base_address_alignment": 64, "keys": ["opencl", "gpu"], "kind": "opencl", "max_function_args": 128, "max_num_threads": 256, "max_shared_memory_per_block": 16384, "max_threads_per_block": 256, "tag": "", "texture_depth_limit": 2048, "texture_spatial_limit": 16384, "thread_warp_size": 1}), "tirx.is_scheduled": True})
        # with T.sblock("root"):
        for i_0 in T.thread_binding(4, thread="blockIdx.x"):
            for i_1 in T.thread_binding(256, thread="threadIdx.x"):
                with T.sblock("b"):
                    v = T.axis.spatial(1000, i_0 * 256 + i_1)
                    T.where(i_0 * 256 + i_1 < 1000)
                    T.reads(A[v])
                    T.writes(B[v])
                    B[v] = A[v]

    @T.prim_func(s_tir=True)
    def two(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
        # with T.sblock("root"):
        for i in range(8):
            with T.sblock("b"):
                v = T.axis.spatial(8, i)
                T.reads(A[v])
                T.writes(B[v], C[v])
                B[v] = A[v]
                C[v] = A[v]
# note: two now: bind expects that instances of the block may run in another order, but block b: its body is not one store
