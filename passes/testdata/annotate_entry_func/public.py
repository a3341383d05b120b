# RUN: AnnotateEntryFunc
# The only one that others can call; what says that it is none is overruled.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def helper(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1)

    @T.prim_func
    def main(A: T.Buffer((16,), "float32")):
        T.func_attr({"tirx.is_entry_func": False})
        A[0] = T.float32(1)

# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def helper(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)

    @T.prim_func
    def main(A: T.Buffer((16,), "float32")):
        T.func_attr({"tirx.is_entry_func": True})
        A[0] = T.float32(1.0)
