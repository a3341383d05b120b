# RUN: ApplySchedule{"trace": "fuse(b, 0)"}
# Both extents may be below 0, where neither loop runs.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, c: T.handle, C: T.Buffer((1,), "float32")):
        n = T.int32()
        m = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(c, (m,), "float32")
        for i, j in T.grid(n - 6, m - 7):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi], B[vj])
                T.writes(C[0])
                C[0] = A[vi] + B[vj]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n",), "float32"), B: T.Buffer(("m",), "float32"), C: T.Buffer((1,), "float32")):
        n = T.int32()
        m = T.int32()
        # with T.sblock("root"):
        for i_j_fused in range((n - 6) * T.max(m - 7, 0)):
            with T.sblock("b"):
                vi = T.axis.spatial(n - 6, i_j_fused // (m - 7))
                vj = T.axis.spatial(m - 7, i_j_fused % (m - 7))
                T.reads(A[vi], B[vj])
                T.writes(C[0])
                C[0] = A[vi] + B[vj]
