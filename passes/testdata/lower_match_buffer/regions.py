# RUN: LowerMatchBuffer
# Whole axes, an axis left out, a variable for an extent, a view of a view.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((16, 16), "float32"), D: T.Buffer((16,), "float32")):
        for i in range(4):
            with T.sblock("m"):
                vi = T.axis.spatial(4, i)
                T.reads(C[vi * 4:vi * 4 + 4, 0:16])
                T.writes(D[vi * 4:vi * 4 + 4])
                S = T.match_buffer(C[vi * 4:vi * 4 + 4, 0:16], (4, 16), strides=[16, 1], offset_factor=1)
                W = T.match_buffer(D[vi * 4:vi * 4 + 4], (4,), offset_factor=1)
                for k in range(4):
                    with T.sblock("in"):
                        vk = T.axis.spatial(4, k)
                        T.reads(S[vk, 0:16])
                        T.writes(W[vk])
                        R = T.match_buffer(S[vk, 0:16], (16,), offset_factor=1)
                        W[vk] = R[3] + S[vk, vk]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((16, 16), "float32"), D: T.Buffer((16,), "float32")):
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("m"):
                vi = T.axis.spatial(4, i)
                T.reads(C[vi * 4:vi * 4 + 4, 0:16])
                T.writes(D[vi * 4:vi * 4 + 4])
                for k in range(4):
                    with T.sblock("in"):
                        vk = T.axis.spatial(4, k)
                        T.reads(C[vi * 4 + vk, 0:16])
                        T.writes(D[vi * 4 + vk])
                        D[vi * 4 + vk] = C[vi * 4 + vk, 3] + C[vi * 4 + vk, vk]
