# RUN: PlanAndUpdateBufferAllocationLocation
# The new block says nothing of what is allocated inside of it by a statement.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 4), "float32")):
        with T.sblock("root"):
            b = T.sblock_alloc_buffer((4, 4), "float32")
            for v in range(4):
                for i in range(4):
                    n = T.alloc_local((2,), "int32")
                    n[1] = v
                    b[v, i] = T.Cast("float32", n[1])
                for i in range(4):
                    A[v, i] = b[v, i]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 4), "float32")):
        # with T.sblock("root"):
        for v in range(4):
            with T.sblock(""):
                T.reads()
                T.writes(A[0:4, 0:4])
                b = T.sblock_alloc_buffer((4, 4))
                for i in range(4):
                    n = T.alloc_local((2,), "int32")
                    n[1] = v
                    b[v, i] = T.Cast("float32", n[1])
                for i in range(4):
                    A[v, i] = b[v, i]
