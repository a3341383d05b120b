# RUN: CompactBufferAllocation
# Shows a mutant of passes/tir/compact_buffer_allocation.cc (comparison): i > 0
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d1(x3: T.Buffer(("n", T.int64(1), T.int64(1), T.int64(1)), "uint64"), pool_avg: T.Buffer((n, T.int64(1), T.int64(1), T.int64(1)), "uint64")):
        n = T.int64()
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((n, T.int64(1), T.int64(1), T.int64(1)), "uint64")
        pool_sum = T.sblock_alloc_buffer((n, T.int64(1), T.int64(1), T.int64(1)), "uint64")
        for i0 in range(n):
            with T.sblock("pad_temp"):
                T.reads(x3[i0, T.int64(0), T.int64(0), T.int64(0)])
                T.writes(pad_temp[i0, T.int64(0), T.int64(0), T.int64(0)])
                T.sblock_attr({"buffer_dim_align": [[0, 1, 1, 3]]})
                pad_temp[i0, T.int64(0), T.int64(0), T.int64(0)] = T.uint64(0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def avg_pool2d1(x3: T.Buffer(("n", T.int64(1), T.int64(1), T.int64(1)), "uint64"), pool_avg: T.Buffer((n, T.int64(1), T.int64(1), T.int64(1)), "uint64")):
        n = T.int64()
        # with T.sblock("root"):
        pad_temp = T.sblock_alloc_buffer((n, T.int64(1), T.int64(1), T.int64(1)), "uint64", strides=(T.int64(1), T.int64(1), T.int64(1), T.int64(1)))
        pool_sum = T.sblock_alloc_buffer((n, T.int64(1), T.int64(1), T.int64(1)), "uint64")
        for i0 in range(n):
            with T.sblock("pad_temp"):
                T.reads(x3[i0, T.int64(0), T.int64(0), T.int64(0)])
                T.writes(pad_temp[i0, T.int64(0), T.int64(0), T.int64(0)])
                T.sblock_attr({"buffer_dim_align": [[0, 1, 1, 3]]})
                pad_temp[i0, T.int64(0), T.int64(0), T.int64(0)] = T.uint64(0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return x0
