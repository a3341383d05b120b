# RUN: ApplySchedule{"trace": "split(add, 0, [None, 4])\nsplit(add, 2, [1, None])\nsplit(none, 1, [2, None])"}
# Symbolic extents, those of 1 and of 0.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 0), "float32")
        C = T.match_buffer(c, (n, 1), "float32")
        for i, j in T.grid(n, 1):
            with T.sblock("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = T.float32(1)
        for i, j in T.grid(n, 0):
            with T.sblock("none"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, 0] = A[vi, vj]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n", 0), "float32"), C: T.Buffer((n, 1), "float32")):
        n = T.int32()
        # with T.sblock("root"):
        for i_0, i_1, j_0, j_1 in T.grid((n + 3) // 4, 4, 1, 1):
            with T.sblock("add"):
                vi = T.axis.spatial(n, i_0 * 4 + i_1)
                vj = T.axis.spatial(1, j_0 + j_1)
                T.where(i_0 * 4 + i_1 < n)
                T.reads()
                T.writes(C[vi, vj])
                C[vi, vj] = T.float32(1.0)
        for i, j_0, j_1 in T.grid(n, 2, 0):
            with T.sblock("none"):
                vi = T.axis.spatial(n, i)
                vj = T.axis.spatial(0, T.Mul(j_0, 0) + j_1)
                T.reads(A[vi, vj])
                T.writes(C[vi, 0])
                C[vi, 0] = A[vi, vj]
