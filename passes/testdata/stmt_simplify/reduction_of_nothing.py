# RUN: StmtSimplify
# A reduction that is left out gives what it starts from; a place that is left out keeps what it holds.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(D: T.Buffer((4,), "float32"), E: T.Buffer((4,), "float32")):
        for i, k in T.grid(4, 3):
            with T.sblock("reduced"):
                vi = T.axis.spatial(4, i)
                vk = T.axis.reduce(3, k)
                T.where(3 + k < 1)
                T.reads()
                T.writes(D[vi])
                with T.init():
                    D[vi] = T.float32(7)
                D[vi] = D[vi] + T.float32(1)
        for i in range(4):
            with T.sblock("plain"):
                vi = T.axis.spatial(4, i)
                T.where(3 + i < 1)
                T.reads()
                T.writes(E[vi])
                E[vi] = T.float32(1)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(D: T.Buffer((4,), "float32"), E: T.Buffer((4,), "float32")):
        # with T.sblock("root"):
        for i, k in T.grid(4, 3):
            with T.sblock("reduced"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.where(3 + k < 1)
                T.reads()
                T.writes(D[vi])
                with T.init():
                    D[vi] = T.float32(7.0)
                D[vi] = D[vi] + T.float32(1.0)
        for i in range(4):
            with T.sblock("plain"):
                vi = T.axis.spatial(4, i)
                T.where(T.bool(False))
                T.reads()
                T.writes(E[vi])
                E[vi] = T.float32(1.0)
