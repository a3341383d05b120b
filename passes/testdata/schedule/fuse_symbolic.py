# RUN: ApplySchedule{"trace": "fuse(add, 0)\nfuse(none, 0)"}
# With extents of 1, 0 and n.
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
        for i_j_fused in range(n):
            with T.sblock("add"):
                vi = T.axis.spatial(n, i_j_fused)
                vj = T.axis.spatial(1, 0)
                T.reads()
                T.writes(C[vi, vj])
                C[vi, vj] = T.float32(1.0)
        for i_j_fused in range(0):
            with T.sblock("none"):
                vi = T.axis.spatial(n, i_j_fused // 0)
                vj = T.axis.spatial(0, i_j_fused % 0)
                T.reads(A[vi, vj])
                T.writes(C[vi, 0])
                C[vi, 0] = A[vi, vj]
