# RUN: VectorizeLoop
# Shows a mutant of passes/tir/vectorize_loop.cc (condition): !reads_bits
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_isnan(x4: T.Buffer((T.int64(1), T.int64(1), T.int64(2), T.int64(2)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(2), T.int64(2)), "bool")):
        for i3 in T.vectorized(T.int64(2)):
            compute[T.int64(0), T.int64(0), T.int64(0), i3] = T.isnan(x4[T.int64(0), T.int64(0), T.int64(0), i3])

    @R.function
    def main(x0: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_isnan(x4: T.Buffer((T.int64(1), T.int64(1), T.int64(2), T.int64(2)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(2), T.int64(2)), "bool")):
        for i3 in range(T.int64(2)):
            compute[T.int64(0), T.int64(0), T.int64(0), i3] = T.isnan(x4[T.int64(0), T.int64(0), T.int64(0), i3])

    @R.function
    def main(x0: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        return x0
# note: loop i3 now: a call has no vector form
