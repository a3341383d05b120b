# RUN: ApplySchedule{"trace": "fuse(sum, 0)\nsplit(sum, 0, [None, 4])\nreorder(sum, [1, 0, 2])"}
# Two variables tell the iterations of loops apart together, as tries of all of them show.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 6, 3), "float32"), B: T.Buffer((4, 6), "float32")):
        for i, j, k in T.grid(4, 6, 3):
            with T.sblock("sum"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vj, vk])
                T.writes(B[vi, vj])
                with T.init():
                    B[vi, vj] = T.float32(0)
                B[vi, vj] = B[vi, vj] + A[vi, vj, vk]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 6, 3), "float32"), B: T.Buffer((4, 6), "float32")):
        # with T.sblock("root"):
        for i_j_fused_1, i_j_fused_0, k in T.grid(4, 6, 3):
            with T.sblock("sum"):
                vi = T.axis.spatial(4, (i_j_fused_0 * 4 + i_j_fused_1) // 6)
                vj = T.axis.spatial(6, (i_j_fused_0 * 4 + i_j_fused_1) % 6)
                vk = T.axis.reduce(3, k)
                T.reads(A[vi, vj, vk])
                T.writes(B[vi, vj])
                with T.init():
                    B[vi, vj] = T.float32(0.0)
                B[vi, vj] = B[vi, vj] + A[vi, vj, vk]
