# RUN: RemoveStoreUndef
# Where something is stored has to be known.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        A[T.undef()] = 1
# ---
# error: a value that is not defined is used, and not stored
