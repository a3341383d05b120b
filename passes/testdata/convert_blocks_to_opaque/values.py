# RUN: LowerInitBlock,ConvertBlocksToOpaque
# Values stand for variables in bodies, regions and predicates.
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
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), D: T.Buffer((16,), "float32")):
        # with T.sblock("root"):
        for i, k0, k1 in T.grid(16, 6, 3):
            with T.sblock("w"):
                T.where(k0 * 3 + k1 < 16)
                T.reads(A[i, k0 * 3 + k1])
                T.writes(D[i])
                if k0 * 3 + k1 == 0:
                    D[i] = T.float32(0.0)
                D[i] = D[i] + A[i, k0 * 3 + k1]
