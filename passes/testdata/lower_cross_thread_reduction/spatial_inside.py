# RUN: LowerCrossThreadReduction
# The loops over its reduction are not the innermost ones.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((8, 4, 64), "float32"), B: T.Buffer((8, 4), "float32")):
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for k in T.thread_binding(64, thread="threadIdx.x"):
              for j in range(4):
                with T.sblock("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    vk = T.axis.reduce(64, k)
                    T.reads(A[vi, vj, vk])
                    T.writes(B[vi, vj])
                    with T.init():
                        B[vi, vj] = T.float32(0)
                    B[vi, vj] = B[vi, vj] + A[vi, vj, vk]
# ---
# error: block B: a loop over its reduction, or one inside of it, is spatial
