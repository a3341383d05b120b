# RUN: LowerMatchBuffer
# Where axes lie apart, no number says where a view begins.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 4), "float32", axis_separators=[1]), D: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("b"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi, 0:4])
                T.writes(D[vi])
                S = T.match_buffer(A[vi, 0:4], (1, 4), offset_factor=1)
                T.evaluate(T.call_extern("int32", "copy", S.data))
                D[vi] = S[0, 0]
# ---
# error: block b takes the address of S, a region of a buffer with axis separators
