# RUN: ApplySchedule{"trace": "split(twice, 0, [2, 4, 2])\nreverse_compute_at(last, twice, 0)"}
# Of a loop that was split in three the first one goes around, and two are counted in one.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 3), "float32"), C: T.Buffer((16, 3), "float32")):
        D = T.sblock_alloc_buffer((16, 3), "float32")
        for i, j in T.grid(16, 3):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(16, 3):
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
    def main(A: T.Buffer((16, 3), "float32"), C: T.Buffer((16, 3), "float32")):
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((16, 3))
        for i_0 in range(2):
            for i_1, i_2, j in T.grid(4, 2, 3):
                with T.sblock("twice"):
                    vi = T.axis.spatial(16, (i_0 * 4 + i_1) * 2 + i_2)
                    vj = T.axis.spatial(3, j)
                    T.reads(A[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A[vi, vj] * T.float32(2.0)
            for ax0, ax1 in T.grid(8, 3):
                with T.sblock("last"):
                    vi = T.axis.spatial(16, i_0 * 8 + ax0)
                    vj = T.axis.spatial(3, ax1)
                    T.reads(D[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = D[vi, vj] + T.float32(1.0)
