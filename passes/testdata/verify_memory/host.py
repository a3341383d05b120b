# RUN: VerifyMemory
# Through a view, behind a launch.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"kind": "metal"})})
        V = A.view(4, 2)
        with T.launch_thread("threadIdx.x", 8) as tx:
            A[tx] = tx
        V[1, 1] = 5
# ---
# error: main is for a GPU and touches V where no thread is bound, which runs on the host
