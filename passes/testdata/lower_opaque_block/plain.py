# RUN: LowerInitBlock,ConvertBlocksToOpaque,LowerOpaqueBlock
# Allocations, predicates, loops of one iteration.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), D: T.Buffer((16,), "float32")):
        B = T.sblock_alloc_buffer((16, 16), "float32")
        for i, u, j in T.grid(16, 1, 16):
            with T.sblock("b"):
                vi, vu, vj = T.axis.remap("SSS", [i, u, j])
                B[vi, vj + vu] = A[vi, vj] * T.float32(2)
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
        B = T.alloc_buffer((16, 16))
        for i, j in T.grid(16, 16):
            B[i, T.Add(j, 0)] = A[i, j] * T.float32(2.0)
        for i, k0, k1 in T.grid(16, 6, 3):
            if k0 * 3 + k1 < 16:
                if k0 * 3 + k1 == 0:
                    D[i] = T.float32(0.0)
                D[i] = D[i] + A[i, k0 * 3 + k1]
