# RUN: LowerInitBlock
# One and two reduction variables, none, and a reduction that may be over nothing.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((), "float32")):
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
        for i, j in T.grid(16, 16):
            with T.sblock("e"):
                vi, vj = T.axis.remap("RR", [i, j])
                with T.init():
                    E[()] = T.float32(0)
                E[()] = E[()] + A[vi, vj]
        for i in range(16):
            with T.sblock("s"):
                vi = T.axis.spatial(16, i)
                with T.init():
                    D[vi] = T.float32(0)
                D[vi] = D[vi] + A[vi, 0]

    @T.prim_func(s_tir=True)
    def empty(a: T.handle, D: T.Buffer((4,), "float32")):
        n = T.int32()
        A = T.match_buffer(a, (4, n), "float32")
        for i, k in T.grid(4, n):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
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
    def empty(A: T.Buffer((4, "n"), "float32"), D: T.Buffer((4,), "float32")):
        n = T.int32()
        # with T.sblock("root"):
        for i in range(4):
            if n <= 0:
                with T.sblock("sum"):
                    vi = T.axis.spatial(4, i)
                    T.reads()
                    T.writes(D[vi])
                    D[vi] = T.float32(0.0)
            for k in range(n):
                with T.sblock("sum"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(A[vi, vk])
                    T.writes(D[vi])
                    if vk == 0:
                        D[vi] = T.float32(0.0)
                    D[vi] = D[vi] + A[vi, vk]

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((), "float32")):
        # with T.sblock("root"):
        for i, k0, k1 in T.grid(16, 6, 3):
            with T.sblock("w"):
                vi = T.axis.spatial(16, i)
                vk = T.axis.reduce(16, k0 * 3 + k1)
                T.where(k0 * 3 + k1 < 16)
                T.reads(A[vi, vk])
                T.writes(D[vi])
                if vk == 0:
                    D[vi] = T.float32(0.0)
                D[vi] = D[vi] + A[vi, vk]
        for i, j in T.grid(16, 16):
            with T.sblock("e"):
                vi, vj = T.axis.remap("RR", [i, j])
                T.reads(A[vi, vj])
                T.writes(E[()])
                if vi == 0 and vj == 0:
                    E[()] = T.float32(0.0)
                E[()] = E[()] + A[vi, vj]
        for i in range(16):
            with T.sblock("s"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi, 0])
                T.writes(D[vi])
                D[vi] = T.float32(0.0)
                D[vi] = D[vi] + A[vi, 0]
