# RUN: AnnotateTIROpPattern
# Shows a mutant of passes/analysis/op_pattern.cc (comparison): iter->var == var
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int32")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            v2 = T.axis.spatial(T.int64(1), T.int64(0))
            v3 = T.axis.spatial(T.int64(1), T.int64(0))
            v4 = T.axis.reduce(T.int64(1), T.int64(0))
            v5 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(a0[T.int64(0), T.int64(0), T.int64(0), T.int64(0)])
            T.writes(out0[v0, v1, v2, v3])
            with T.init():
                out0[v0, v1, v2, v3] = 2147483647
            out0[v0, v1, v2, v3] = T.Cast("int32", a0[v0, T.int64(3) - v2, v5, v1])

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int32")):
        T.func_attr({"op_pattern": 3})
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            v2 = T.axis.spatial(T.int64(1), T.int64(0))
            v3 = T.axis.spatial(T.int64(1), T.int64(0))
            v4 = T.axis.reduce(T.int64(1), T.int64(0))
            v5 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(a0[T.int64(0), T.int64(0), T.int64(0), T.int64(0)])
            T.writes(out0[v0, v1, v2, v3])
            with T.init():
                out0[v0, v1, v2, v3] = 2147483647
            out0[v0, v1, v2, v3] = T.Cast("int32", a0[v0, T.int64(3) - v2, v5, v1])

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
