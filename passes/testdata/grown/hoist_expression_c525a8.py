# RUN: HoistExpression
# Shows a mutant of passes/analysis/kernel_facts.cc (condition): IsSpeculatable(value)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def non_max_suppression1(x6: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), B: T.Buffer((T.int64(1),), "int32"), x7: T.Buffer((T.int64(1), T.int64(1)), "int32"), out_data: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        source = T.alloc_buffer((T.int64(1), T.int64(1)), "int64")
        kept = T.alloc_buffer((T.int64(1),), "int64")
        place: T.let[T.int64] = kept[T.int64(0)]
        source[T.int64(0), T.int64(0)] = place

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def non_max_suppression1(x6: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), B: T.Buffer((T.int64(1),), "int32"), x7: T.Buffer((T.int64(1), T.int64(1)), "int32"), out_data: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        source = T.alloc_buffer((T.int64(1), T.int64(1)), "int64")
        kept = T.alloc_buffer((T.int64(1),), "int64")
        place: T.let[T.int64] = kept[T.int64(0)]
        source[T.int64(0), T.int64(0)] = place

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
