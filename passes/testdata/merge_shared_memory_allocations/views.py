# RUN: MergeSharedMemoryAllocations
# Memory that is seen another way as well, or whose pointer is handed on, stays what it is.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        t = T.launch_thread("threadIdx.x", 32)
        a = T.alloc_buffer((32,), "float32", scope="shared.dyn")
        b = T.alloc_buffer((32,), "float32", scope="shared.dyn")
        c = T.alloc_buffer((32,), "float32", scope="shared.dyn")
        rows = T.decl_buffer((4, 8), "float32", data=a.data, scope="shared.dyn")
        a[t] = A[t]
        b[t] = rows[t // 8, t % 8]
        c[t] = b[t]
        B[t] = c[t]

# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        t = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        b = T.decl_buffer((32,), data=buf_dyn_shmem.data, scope="shared.dyn")
        c = T.decl_buffer((32,), data=buf_dyn_shmem.data, elem_offset=32, scope="shared.dyn")
        a = T.alloc_buffer((32,), scope="shared.dyn")
        rows = a.view(4, 8)
        a[t] = A[t]
        b[t] = rows[t // 8, t % 8]
        c[t] = b[t]
        B[t] = c[t]
