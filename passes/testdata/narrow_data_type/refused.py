# RUN: NarrowDataType{"target_bits": 24}
# A width that no machine has.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(8),), "float32")):
        for i in range(T.int64(8)):
            A[i] = T.float32(0)
# ---
# error: target_bits is neither 16 nor 32
