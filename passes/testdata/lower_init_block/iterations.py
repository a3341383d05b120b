# RUN: LowerInitBlock
# Reductions of one step, of none, and of blocks around blocks; a block without init stays.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 1), "float32"), Z: T.Buffer((4, 0), "float32"), D: T.Buffer((4,), "float32")):
        for i, k in T.grid(4, 1):
            with T.sblock("one"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    D[vi] = T.float32(0)
                D[vi] = D[vi] + A[vi, vk]
        for i, k in T.grid(4, 0):
            with T.sblock("none"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    D[vi] = T.float32(1)
                D[vi] = D[vi] + Z[vi, vk]
        for i in range(4):
            with T.sblock("copy"):
                vi = T.axis.spatial(4, i)
                D[vi] = A[vi, 0]

    @T.prim_func(s_tir=True)
    def nested(a: T.handle, D: T.Buffer((4,), "float32")):
        n = T.int32()
        A = T.match_buffer(a, (4, n), "float32")
        for i, k0 in T.grid(4, (n + 7) // 8):
            with T.sblock("outer"):
                vi, vo = T.axis.remap("SR", [i, k0])
                with T.init():
                    D[vi] = T.float32(0)
                for k1 in range(8):
                    with T.sblock("inner"):
                        vk = T.axis.reduce(n, vo * 8 + k1)
                        T.where(vo * 8 + k1 < n)
                        T.reads(D[vi], A[vi, vk])
                        T.writes(D[vi])
                        D[vi] = D[vi] + A[vi, vk]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def nested(A: T.Buffer((4, "n"), "float32"), D: T.Buffer((4,), "float32")):
        n = T.int32()
        # with T.sblock("root"):
        for i in range(4):
            if (n + 7) // 8 <= 0:
                with T.sblock("outer"):
                    vi = T.axis.spatial(4, i)
                    T.reads()
                    T.writes(D[vi])
                    D[vi] = T.float32(0.0)
            for k0 in range((n + 7) // 8):
                with T.sblock("outer"):
                    vi, vo = T.axis.remap("SR", [i, k0])
                    T.reads(A[vi, vo * 8:vo * 8 + 8])
                    T.writes(D[vi])
                    if vo == 0:
                        D[vi] = T.float32(0.0)
                    for k1 in range(8):
                        with T.sblock("inner"):
                            vk = T.axis.reduce(n, vo * 8 + k1)
                            T.where(vo * 8 + k1 < n)
                            T.reads(D[vi], A[vi, vk])
                            T.writes(D[vi])
                            D[vi] = D[vi] + A[vi, vk]

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 1), "float32"), Z: T.Buffer((4, 0), "float32"), D: T.Buffer((4,), "float32")):
        # with T.sblock("root"):
        for i, k in T.grid(4, 1):
            with T.sblock("one"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(D[vi])
                if vk == 0:
                    D[vi] = T.float32(0.0)
                D[vi] = D[vi] + A[vi, vk]
        for i in range(4):
            if T.LE(0, 0):
                with T.sblock("none"):
                    vi = T.axis.spatial(4, i)
                    T.reads()
                    T.writes(D[vi])
                    D[vi] = T.float32(1.0)
            for k in range(0):
                with T.sblock("none"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(Z[vi, vk])
                    T.writes(D[vi])
                    if vk == 0:
                        D[vi] = T.float32(1.0)
                    D[vi] = D[vi] + Z[vi, vk]
        for i in range(4):
            with T.sblock("copy"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi, 0])
                T.writes(D[vi])
                D[vi] = A[vi, 0]
