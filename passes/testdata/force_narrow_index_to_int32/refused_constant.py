# RUN: ForceNarrowIndexToInt32
# A dimension that no int32 holds.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(5000000000),), "float32")):
        A[T.int64(0)] = T.float32(0)
# ---
# error: 5000000000 does not fit into 32 bits
