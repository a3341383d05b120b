# RUN: RemoveNoOp
# A reduction over nothing gives what its init says; a loop of no iterations around anything else goes.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 0), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((1,), "float32")):
        for k in range(0):
            with T.sblock("sum"):
                vi = T.axis.spatial(1, 0)
                vk = T.axis.reduce(0, k)
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + A[vi, vk]
        for i in range(0):
            with T.sblock("copy"):
                vi = T.axis.spatial(1, i)
                C[vi] = B[vi]
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 0), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        for k in range(0):
            with T.sblock("sum"):
                vi = T.axis.spatial(1, 0)
                vk = T.axis.reduce(0, k)
                T.reads(A[vi, vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0.0)
                B[vi] = B[vi] + A[vi, vk]
