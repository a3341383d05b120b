# RUN: FP8StorageLegalize
# Blocks, whose regions would have to follow.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float8_e5m2"), B: T.Buffer((8,), "float8_e5m2")):
        for i in range(8):
            with T.sblock("b"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi] + A[vi]
# ---
# error: a kernel has blocks; run LowerOpaqueBlock first
