# RUN: CompactBufferAllocation
# A buffer whose indices are of two widths stays as it is.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        t = T.alloc_buffer((16,), "float32")
        for i in range(4):
            t[i] = A[i]
        for j in range(T.int64(4)):
            B[j] = t[j]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        t = T.alloc_buffer((16,))
        for i in range(4):
            t[i] = A[i]
        for j in range(T.int64(4)):
            B[j] = t[j]
