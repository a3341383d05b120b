# RUN: VectorizeLoop
# Shows a mutant of passes/tir/vectorize_loop.cc (condition): !IsVector(value)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(2)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(2)), "uint64")):
        for i3 in T.vectorized(T.int64(2)):
            out0[T.int64(0), T.int64(0), i3] = T.Cast("uint64", T.float32(0.0))

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="uint64")) -> R.Tensor((1, 1, 1), dtype="uint64"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(2)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(2)), "uint64")):
        out0[T.int64(0), T.int64(0), T.int64(0):T.int64(2)] = T.Broadcast(T.Cast("uint64", T.float32(0.0)), 2)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="uint64")) -> R.Tensor((1, 1, 1), dtype="uint64"):
        return x0
