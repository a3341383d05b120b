# RUN: LowerMatchBuffer
# Regions of no and of one element, at a symbolic place, of a symbolic buffer, and the tail of one that does not divide.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, D: T.Buffer((10,), "float32"), m: T.int32):
        n = T.int32()
        A = T.match_buffer(a, (n, 4), "float32")
        for i in range(n):
            with T.sblock("row"):
                vi = T.axis.spatial(n, i)
                T.reads(A[vi, 0:4])
                T.writes(D[0:10])
                R = T.match_buffer(A[vi, 0:4], (4,), offset_factor=1)
                E = T.match_buffer(D[m:m + 1], (1,), offset_factor=1)
                N = T.match_buffer(D[4:4], (0,), offset_factor=1)
                L = T.match_buffer(D[8:10], (2,), offset_factor=1)
                E[0] = R[3] + R[0]
                for k in range(0):
                    N[k] = R[k]
                for k in range(2):
                    L[k] = R[k + 2]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n", 4), "float32"), D: T.Buffer((10,), "float32"), m: T.int32):
        n = T.int32()
        # with T.sblock("root"):
        for i in range(n):
            with T.sblock("row"):
                vi = T.axis.spatial(n, i)
                T.reads(A[vi, 0:4])
                T.writes(D[0:10])
                D[T.Add(m, 0)] = A[vi, 3] + A[vi, 0]
                for k in range(0):
                    D[4 + k] = A[vi, k]
                for k in range(2):
                    D[8 + k] = A[vi, k + 2]
