# RUN: PlanAndUpdateBufferAllocationLocation
# A block that says it reads what the values of a buffer choose, which nothing reads: the buffer goes, and all of the axis is read.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
        with T.sblock("root"):
            J = T.sblock_alloc_buffer((8,), "int32")
            for i in range(8):
                with T.sblock("d"):
                    vi = T.axis.spatial(8, i)
                    T.reads(J[vi], A[vi, J[vi]:J[vi] + 2])
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
            with T.sblock("d"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0:8])
                T.writes(B[vi, 0])
                B[vi, 0] = A[vi, 0]
