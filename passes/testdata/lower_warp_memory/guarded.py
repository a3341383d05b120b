# RUN: LowerWarpMemory
# Not all lanes come to the exchange.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        t = T.launch_thread("threadIdx.x", 32)
        w = T.alloc_buffer((32,), "float32", scope="warp")
        w[t] = A[t]
        T.tvm_storage_sync("warp")
        if t < 7:
            B[t] = w[t + 1]

# ---
# error: another lane's element of 'w' is read where not all lanes come
