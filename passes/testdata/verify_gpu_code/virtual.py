# RUN: VerifyGPUCode{"constraints": {"max_vthread": 1}}
# As in within.py.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        with T.launch_thread("blockIdx.x", 4096) as bx:
            S = T.alloc_buffer((256,), "float32", scope="shared")
            L = T.alloc_buffer((4,), "float32", scope="local")
            with T.launch_thread("threadIdx.x", 32) as tx:
                with T.launch_thread("threadIdx.y", 1) as ty:
                    for v in T.thread_binding(2, thread="vthread.x"):
                        L[v] = A[tx * 2 + v]
                    S[tx * 4:tx * 4 + 4] = L[0:4]
            with T.launch_thread("threadIdx.x", 32) as tx:
                B[tx] = S[tx]
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            for ty in T.thread_binding(2, thread="threadIdx.y"):
                A[ty * 32 + tx] = B[tx]
# ---
# error: main has 2 virtual threads, more than the 1 of max_vthread
