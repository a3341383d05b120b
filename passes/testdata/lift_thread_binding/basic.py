# RUN: LiftThreadBinding
# Loops with one tag in a launch become one in the loop around them all; one that stands alone stays; so does a launch whose threads
# read what others write, or with a statement beside its threads; one of no and of one thread.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 8, 16), "float32"), B: T.Buffer((4, 8, 16), "float32"), n: T.int32):
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for i in range(8):
                for t in T.thread_binding(16, thread="threadIdx.x"):
                    A[b, i, t] = T.float32(1)
            for t in T.thread_binding(16, thread="threadIdx.x"):
                for i in range(8):
                    B[b, i, t] = A[b, 7 - i, t]
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for t in T.thread_binding(16, thread="threadIdx.x"):
                A[b, 0, t] = T.float32(1)
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for t in T.thread_binding(16, thread="threadIdx.x"):
                A[b, 0, t] = T.float32(1)
            for t in T.thread_binding(16, thread="threadIdx.x"):
                B[b, 0, t] = A[b, 0, 15 - t]
        for b in T.thread_binding(4, thread="blockIdx.x"):
            B[b, 0, 0] = T.float32(1)
            for t in T.thread_binding(16, thread="threadIdx.x"):
                A[b, 0, t] = T.float32(1)
        for b in T.thread_binding(1, thread="blockIdx.x"):
            for i in range(8):
                for t in T.thread_binding(0, thread="threadIdx.x"):
                    A[b, i, t] = T.float32(1)
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for i in range(8):
                for t in T.thread_binding(n, thread="threadIdx.x"):
                    L = T.alloc_buffer((1,), "float32")
                    L[0] = A[b, i, t]
                    B[b, i, t] = L[0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 8, 16), "float32"), B: T.Buffer((4, 8, 16), "float32"), n: T.int32):
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for t in T.thread_binding(16, thread="threadIdx.x"):
                for i in range(8):
                    A[b, i, t] = T.float32(1.0)
                for i in range(8):
                    B[b, i, t] = A[b, 7 - i, t]
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for t in T.thread_binding(16, thread="threadIdx.x"):
                A[b, 0, t] = T.float32(1.0)
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for t in T.thread_binding(16, thread="threadIdx.x"):
                A[b, 0, t] = T.float32(1.0)
            for t in T.thread_binding(16, thread="threadIdx.x"):
                B[b, 0, t] = A[b, 0, 15 - t]
        for b in T.thread_binding(4, thread="blockIdx.x"):
            B[b, 0, 0] = T.float32(1.0)
            for t in T.thread_binding(16, thread="threadIdx.x"):
                A[b, 0, t] = T.float32(1.0)
        for b in T.thread_binding(1, thread="blockIdx.x"):
            for i in range(8):
                for t in T.thread_binding(0, thread="threadIdx.x"):
                    A[b, i, t] = T.float32(1.0)
        for b in T.thread_binding(4, thread="blockIdx.x"):
            for i in range(8):
                for t in T.thread_binding(n, thread="threadIdx.x"):
                    L = T.alloc_buffer((1,))
                    L[0] = A[b, i, t]
                    B[b, i, t] = L[0]
# note: launch of blockIdx.x now: its threads may access what another one writes
