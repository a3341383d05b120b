# RUN: ApplySchedule{"trace": "reorder(none, [1, 0])\nreorder(one, [1, 0])\nreorder(use, [1, 0])"}
# Loops of no, of one and of a symbolic number of iterations.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, s: T.handle, Z: T.Buffer((0, 4), "float32"), O: T.Buffer((1,), "float32")):
        n = T.int32()
        A = T.match_buffer(a, (n, 5), "float32")
        B = T.match_buffer(b, (n, 5), "float32")
        S = T.match_buffer(s, (n,), "float32")
        D = T.sblock_alloc_buffer((n, 5), "float32")
        for i, j in T.grid(0, 4):
            with T.sblock("none"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(Z[vi, vj])
                Z[vi, vj] = T.float32(0)
        for i, k in T.grid(1, 5):
            with T.sblock("one"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(O[vi])
                with T.init():
                    O[vi] = T.float32(0)
                O[vi] = O[vi] + A[vi, vk]
        for i, j in T.grid(n, 5):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(n, 5):
            with T.sblock("use"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(D[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = D[vi, vj] + T.float32(1)
        for i, k in T.grid(n, 0):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(S[vi])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(("n", 5), "float32"), B: T.Buffer((n, 5), "float32"), S: T.Buffer((n,), "float32"), Z: T.Buffer((0, 4), "float32"), O: T.Buffer((1,), "float32")):
        n = T.int32()
        # with T.sblock("root"):
        D = T.sblock_alloc_buffer((n, 5))
        for j, i in T.grid(4, 0):
            with T.sblock("none"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(Z[vi, vj])
                Z[vi, vj] = T.float32(0.0)
        for k, i in T.grid(5, 1):
            with T.sblock("one"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(O[vi])
                with T.init():
                    O[vi] = T.float32(0.0)
                O[vi] = O[vi] + A[vi, vk]
        for i, j in T.grid(n, 5):
            with T.sblock("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2.0)
        for j, i in T.grid(5, n):
            with T.sblock("use"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(D[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = D[vi, vj] + T.float32(1.0)
        for i, k in T.grid(n, 0):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(S[vi])
                with T.init():
                    S[vi] = T.float32(0.0)
                S[vi] = S[vi] + A[vi, vk]
