# RUN: LowerCrossThreadReduction
# A reduction over blocks of threads.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((8, 64), "int32"), B: T.Buffer((8,), "int32")):
        for i in T.serial(8):
            for k in T.thread_binding(64, thread="blockIdx.x"):
                with T.sblock("B"):
                    vi = T.axis.remap("S", [i])
                    vk = T.axis.reduce(64, k)
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = 0
                    B[vi] = B[vi] + A[vi, vk]
# ---
# error: block B: its reduction is bound to blocks of threads
