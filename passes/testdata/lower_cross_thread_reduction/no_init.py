# RUN: LowerCrossThreadReduction
# A block without an init is no reduction.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((8, 64), "int32"), B: T.Buffer((8,), "int32")):
        for i in T.serial(8):
          for k in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("B"):
                    vi = T.axis.remap("S", [i])
                    vk = T.axis.reduce(64, k)
                    T.reads(A[vi, vk], B[vi])
                    T.writes(B[vi])
                    B[vi] = B[vi] + A[vi, vk]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((8, 64), "int32"), B: T.Buffer((8,), "int32")):
        # with T.sblock("root"):
        for i in range(8):
            for k in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("B"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(A[vi, vk], B[vi])
                    T.writes(B[vi])
                    B[vi] = B[vi] + A[vi, vk]
