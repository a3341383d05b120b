# RUN: LowerMatchBuffer
# The address of a view would need another one.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        for i in range(4):
            with T.sblock("b"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi * 4:vi * 4 + 4])
                T.writes(D[vi * 4:vi * 4 + 4])
                S = T.match_buffer(A[vi * 4:vi * 4 + 4], (4,), offset_factor=1)
                T.evaluate(T.call_extern("int32", "copy", S.data))
                D[vi * 4] = S[0]
# ---
# error: block b takes the address of S, which it matches
