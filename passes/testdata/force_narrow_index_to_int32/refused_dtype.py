# RUN: ForceNarrowIndexToInt32
# Numbers of 64 bits in a buffer are no indices to be narrowed.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(4),), "int64")):
        for i in T.serial(T.int64(4)):
            A[i] = i
# ---
# error: buffer A has numbers of 64 bits
