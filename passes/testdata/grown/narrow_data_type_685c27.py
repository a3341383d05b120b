# RUN: NarrowDataType
# Shows a mutant of passes/tir/index_narrower.cc (condition): UsesNarrowed(e)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def strided_slice(lv9: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "bool"), T_strided_slice_with_axes: T.Buffer((T.int64(1), T.int64(0), T.int64(0), T.int64(0)), "bool")):
        for ax3 in range(T.int64(0)):
            T_strided_slice_with_axes_1 = T.Buffer((T.int64(0),), "bool", data=T_strided_slice_with_axes.data)
            lv9_1 = T.Buffer((T.int64(1),), "bool", data=lv9.data)
            T_strided_slice_with_axes_1[T.int64(0)] = lv9_1[T.Mul(T.int64(0), T.int64(1)) + ax3 * T.int64(2)]

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
    def strided_slice(lv9: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "bool"), T_strided_slice_with_axes: T.Buffer((T.int64(1), T.int64(0), T.int64(0), T.int64(0)), "bool")):
        for ax3 in range(0):
            T_strided_slice_with_axes_1 = T.Buffer((T.int64(0),), "bool", data=T_strided_slice_with_axes.data)
            lv9_1 = T.Buffer((T.int64(1),), "bool", data=lv9.data)
            T_strided_slice_with_axes_1[0] = lv9_1[T.Mul(T.int64(0), T.int64(1)) + T.Cast("int64", ax3) * T.int64(2)]

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return x0
