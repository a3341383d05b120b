# RUN: ThreadSync{"storage_scope": "shared"}
# A barrier in a branch that some threads take.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((8,), "float32", scope="shared")
        if A[t] > T.float32(0):
            s[t] = A[t]
            B[t] = s[7 - t]
# ---
# error: a barrier of 'shared' is needed where not all threads come
