# RUN: NarrowDataType
# Shows a mutant of passes/tir/index_narrower.cc (condition): std::ranges::equal(indices, load->indices)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel_1(a0: T.Buffer((T.int64(1),), "float32"), out0: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        out0_1 = T.Buffer((T.int64(1),), data=out0.data)
        out0_1[T.int64(0)] = out0_1[T.int64(0)]

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
    @T.prim_func(private=True)
    def kernel_1(a0: T.Buffer((T.int64(1),), "float32"), out0: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        out0_1 = T.Buffer((T.int64(1),), data=out0.data)
        out0_1[0] = out0_1[0]

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
