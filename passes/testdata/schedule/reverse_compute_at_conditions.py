# RUN: ApplySchedule{"trace": "split(last, 1, [None, 3])\nsplit(last, 0, [None, 5])\nreverse_compute_at(last, twice, 1)"}
# Two conditions that only keep variables within their axes go with the loops that they are about.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        D = T.sblock_alloc_buffer((16, 16), "float32")
        for i, j in T.grid(16, 16):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(16, 16):
            with T.sblock("last"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = D[vi, vj] + T.float32(1)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((16, 16))
        for i, j in T.grid(16, 16):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2.0)
            for ax0, ax1 in T.grid(1, 1):
                with T.sblock("last"):
                    vi = T.axis.spatial(16, i + ax0)
                    vj = T.axis.spatial(16, j + ax1)
                    T.reads(D[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = D[vi, vj] + T.float32(1.0)
