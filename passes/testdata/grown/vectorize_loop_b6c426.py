# RUN: VectorizeLoop
# Shows a mutant of passes/tir/vectorize_loop.cc (comparison): body == nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(2),), "float32"), out0: T.Buffer((T.int64(2), T.int64(2)), "float32")):
        for i3 in T.vectorized(T.int64(2)):
            t = T.float32()
            out0[T.int64(0), i3] = T.Let(T.float32(0.0), where={t: T.float32(0.0)})

    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(2),), "float32"), out0: T.Buffer((T.int64(2), T.int64(2)), "float32")):
        t = T.float32()
        out0[T.int64(0), T.int64(0):T.int64(2)] = T.Broadcast(T.Let(T.float32(0.0), where={t: T.float32(0.0)}), 2)

    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
