# RUN: ApplySchedule{"trace": "split(c, 0, [2, 4])\nrfactor(c, 2, 0)"}
# The last iterations of i are none: both blocks keep the condition.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((7, 6), "int32"), C: T.Buffer((7,), "int32")):
        for i, k in T.grid(7, 6):
            with T.sblock("c"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.int32(0)
                C[vi] = C[vi] + A[vi, vk]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((7, 6), "int32"), C: T.Buffer((7,), "int32")):
        # with T.sblock("root"):
        C_rf = T.sblock_alloc_buffer((6, 7), "int32")
        for i_0, i_1, k in T.grid(2, 4, 6):
            with T.sblock("c_rf"):
                vk = T.axis.spatial(6, k)
                vi = T.axis.spatial(7, i_0 * 4 + i_1)
                T.where(i_0 * 4 + i_1 < 7)
                T.reads(A[vi, vk])
                T.writes(C_rf[vk, vi])
                with T.init():
                    C_rf[vk, vi] = 0
                C_rf[vk, vi] = C_rf[vk, vi] + A[vi, vk]
        for i_0, i_1, k in T.grid(2, 4, 6):
            with T.sblock("c"):
                vk = T.axis.reduce(6, k)
                vi = T.axis.spatial(7, i_0 * 4 + i_1)
                T.where(i_0 * 4 + i_1 < 7)
                T.reads(C_rf[vk, vi])
                T.writes(C[vi])
                with T.init():
                    C[vi] = 0
                C[vi] = C[vi] + C_rf[vk, vi]
