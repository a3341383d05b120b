# RUN: ConvertBlocksToOpaque
# An init is about reduction variables.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), D: T.Buffer((16,), "float32")):
        for i, k0, k1 in T.grid(16, 6, 3):
            with T.sblock("w"):
                vi = T.axis.spatial(16, i)
                vk = T.axis.reduce(16, k0 * 3 + k1)
                T.where(k0 * 3 + k1 < 16)
                T.reads(A[vi, vk])
                T.writes(D[vi])
                with T.init():
                    D[vi] = T.float32(0)
                D[vi] = D[vi] + A[vi, vk]
# ---
# error: block w has an init; run LowerInitBlock first
