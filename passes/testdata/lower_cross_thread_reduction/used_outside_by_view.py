# RUN: LowerCrossThreadReduction
# Memory of threads ends with their launch, once it is one: nothing may look at it behind, through a view of it either.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def behind(A: T.Buffer((4,), "float32"), C: T.Buffer((1,), "float32")):
        B = T.sblock_alloc_buffer((1,), scope="local")
        for k in T.thread_binding(4, thread="threadIdx.x"):
            with T.sblock("B"):
                vk = T.axis.reduce(4, k)
                T.reads(A[vk])
                T.writes(B[0])
                with T.init():
                    B[0] = T.float32(0)
                B[0] = B[0] + A[vk]
        with T.sblock("C"):
            T.reads(B[0])
            T.writes(C[0])
            V = T.match_buffer(B[0], (1,), scope="local", offset_factor=1)
            C[0] = V[0]
# ---
# error: memory B of the threads of a launch is used outside of it
