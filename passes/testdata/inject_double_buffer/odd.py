# RUN: InjectDoubleBuffer{"split_loop": 3}
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        A[0] = 1
# ---
# error: invalid option 'split_loop': expected 1, or an even number up to 16, got 3
