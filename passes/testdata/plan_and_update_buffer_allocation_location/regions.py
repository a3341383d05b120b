# RUN: PlanAndUpdateBufferAllocationLocation
# A block that says it reads a buffer, and does not: where the buffer is not, nothing is said of it.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
        with T.sblock("root"):
            M = T.sblock_alloc_buffer((8, 8))
            for i in range(8):
                for j in range(8):
                    with T.sblock("m"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(A[vi, vj])
                        T.writes(M[vi, vj])
                        M[vi, vj] = A[vi, vj]
                for j in range(8):
                    with T.sblock("b"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(M[vi, vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = M[vi, vj]
            for i in range(8):
                with T.sblock("c"):
                    vi = T.axis.spatial(8, i)
                    T.reads(M[vi, 0], A[vi, 0])
                    T.writes(B[vi, 0])
                    B[vi, 0] = A[vi, 0]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
        # with T.sblock("root"):
        for i in range(8):
            with T.sblock(""):
                T.reads(A[0:8, 0:8])
                T.writes(B[0:8, 0:8])
                M = T.sblock_alloc_buffer((8, 8))
                for j in range(8):
                    with T.sblock("m"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(A[vi, vj])
                        T.writes(M[vi, vj])
                        M[vi, vj] = A[vi, vj]
                for j in range(8):
                    with T.sblock("b"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(M[vi, vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = M[vi, vj]
        for i in range(8):
            with T.sblock("c"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0])
                T.writes(B[vi, 0])
                B[vi, 0] = A[vi, 0]
