# RUN: AnnotateIrregularLoop
# No iteration of a parallel loop can end the others.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        for i in T.parallel(8):
            if A[i] == 3:
                continue
            A[i] = 1
# ---
# error: the loop over i is left early, and is no serial one
