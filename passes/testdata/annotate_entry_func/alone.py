# RUN: AnnotateEntryFunc
# The only function, whether or not others can call it.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1)

# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def main(A: T.Buffer((16,), "float32")):
        T.func_attr({"tirx.is_entry_func": True})
        A[0] = T.float32(1.0)
