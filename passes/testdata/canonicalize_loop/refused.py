# RUN: CanonicalizeLoop
# Nobody knows that the loop goes up.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), n: T.int32):
        for i in T.serial(0, 50, step=n):
            A[i] = T.float32(1)

# ---
# error: the step of loop 'i' is not known to be positive
