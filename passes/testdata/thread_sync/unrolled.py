# RUN: UnrollLoop,ThreadSync{"storage_scope": "shared"}
# The same loop twice, of which one iteration writes what another thread writes in the next one: each has its barrier.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((10,), "float32", scope="shared")
        for u in T.unroll(2):
            for k in range(2):
                s[t + k] = A[t]
        B[t] = s[t]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        t = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_shared((10,))
        for k in range(2):
            T.tvm_storage_sync("shared", T.bool(False), -1)
            s[t + k] = A[t]
        for k in range(2):
            T.tvm_storage_sync("shared", T.bool(False), -1)
            s[t + k] = A[t]
        T.tvm_storage_sync("shared", T.bool(False), -1)
        B[t] = s[t]
