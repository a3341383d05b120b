# RUN: LowerWarpMemory
# A lane writes what another one has.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        t = T.launch_thread("threadIdx.x", 32)
        w = T.alloc_buffer((32,), "float32", scope="warp")
        w[31 - t] = A[t]
        T.tvm_storage_sync("warp")
        B[t] = w[t]

# ---
# error: a lane writes an element of 'w' that is not known to be its own
