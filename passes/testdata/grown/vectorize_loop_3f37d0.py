# RUN: VectorizeLoop
# Shows a mutant of passes/tir/vectorize_loop.cc (comparison): x->value == 0
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool1d1(x4: T.Buffer((T.int64(1), "m", T.int64(2)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(1), m, T.int64(2)), "float32")):
        m = T.int64()
        for ax2 in T.vectorized(T.int64(2)):
            adaptive_pool_avg[T.int64(0), T.int64(0), ax2] = T.Cast("float32", ax2 + T.int64(1))

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def adaptive_avg_pool1d1(x4: T.Buffer((T.int64(1), "m", T.int64(2)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(1), m, T.int64(2)), "float32")):
        m = T.int64()
        adaptive_pool_avg[T.int64(0), T.int64(0), T.int64(0):T.int64(2)] = T.Cast("float32x2", T.Ramp(T.int64(1), T.int64(1), 2))

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0
