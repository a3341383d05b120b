# RUN: ApplySchedule{"trace": "parallel(add, 0)\nvectorize(add, 1)\nunroll(sum, 1)\nbind(sum, 0, \"threadIdx.x\")"}
# Shows a mutant of passes/schedule/loop_primitives.cc (comparison): extent->value < 1
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 1), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((1, 1), "float32")):
        # with T.sblock("root"):
        for i, k in T.grid(1, 1):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0.0)
                B[vi] = T.float32(0.0)
        for i, once in T.grid(1, 1):
            with T.sblock("add"):
                vi = T.axis.spatial(1, i)
                vj = T.axis.spatial(1, 0)
                T.reads(B[vi])
                T.writes(C[vi, vj])
                C[vi, vj] = T.float32(0.0)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1, 1), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((1, 1), "float32")):
        # with T.sblock("root"):
        for i in T.thread_binding(1, thread="threadIdx.x"):
            for k in T.unroll(1):
                with T.sblock("sum"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = T.float32(0.0)
        for i in T.parallel(1):
            for once in T.vectorized(1):
                with T.sblock("add"):
                    vi = T.axis.spatial(1, i)
                    vj = T.axis.spatial(1, 0)
                    T.reads(B[vi])
                    T.writes(C[vi, vj])
                    C[vi, vj] = T.float32(0.0)
