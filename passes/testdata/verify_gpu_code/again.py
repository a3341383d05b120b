# RUN: VerifyGPUCode{"constraints": {"max_kernels": 8}}
# An axis that is bound again with another extent.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32")):
        with T.launch_thread("blockIdx.x", 2) as bx:
            with T.launch_thread("threadIdx.x", 32) as tx:
                A[bx * 32 + tx] = T.float32(0)
            with T.launch_thread("threadIdx.x", 16) as tx:
                A[bx * 32 + tx] = T.float32(0)
# ---
# error: main has 32 threads along threadIdx.x, and 16 where it is bound again
