# RUN: VectorizeLoop
# Iterations that meet, branch, or have no vector form run one after the other.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), M: T.Buffer((4, 4), "float32"), n: T.int32):
        for i in T.vectorized(4):
            B[i + 1] = B[i]
        for i in T.vectorized(4):
            B[0] = A[i]
        for i in T.vectorized(4):
            B[i // 2] = B[i // 2] + A[i]
        for i in T.vectorized(4):
            if i < n:
                B[i] = A[i]
        for i in T.vectorized(4):
            B[i] = T.if_then_else(i < n, A[i], T.float32(0))
        for i in T.vectorized(4):
            for j in range(i):
                B[i] = A[j]
        for i in T.vectorized(4):
            M[i, 0] = A[i]
        for i in T.vectorized(4):
            if A[i] < T.float32(0):
                break
            B[i] = A[i]

    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in T.vectorized(16):
            with T.sblock("x"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi] * T.float32(2)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.sblock("root"):
        for i in T.vectorized(16):
            with T.sblock("x"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] * T.float32(2.0)

    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), M: T.Buffer((4, 4), "float32"), n: T.int32):
        for i in range(4):
            B[i + 1] = B[i]
        for i in range(4):
            B[0] = A[i]
        for i in range(4):
            B[i // 2] = B[i // 2] + A[i]
        for i in range(4):
            if i < n:
                B[i] = A[i]
        for i in range(4):
            B[i] = T.if_then_else(i < n, A[i], T.float32(0.0))
        for i in range(4):
            for j in range(i):
                B[i] = A[j]
        for i in range(4):
            M[i, 0] = A[i]
        for i in range(4):
            if A[i] < T.float32(0.0):
                T.break_loop()
            B[i] = A[i]
# note: loop i now: possible loop-carried dependence
# note: loop i now: possible loop-carried dependence
# note: loop i now: possible loop-carried dependence
# note: loop i now: a branch depends on the iteration
# note: loop i now: a choice depends on the iteration
# note: loop i now: the length of an inner loop depends on the iteration
# note: loop i now: possible loop-carried dependence
# note: loop i now: a branch depends on the iteration
# note: loop i later by LowerOpaqueBlock: it runs around a block
