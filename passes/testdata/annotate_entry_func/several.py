# RUN: AnnotateEntryFunc
# Nobody knows which of two it is.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def one(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1)

    @T.prim_func
    def other(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1)

# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def one(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)

    @T.prim_func
    def other(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)
