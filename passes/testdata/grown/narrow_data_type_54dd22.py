# RUN: NarrowDataType
# Shows a mutant of passes/tir/index_narrower.cc (condition): UsesNarrowed(cast->value)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def roi_align(gv0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), gv2: T.Buffer((T.int64(1), T.int64(1)), "float32"), roi_align: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        roi_align_1 = T.Buffer((T.int64(1),), data=roi_align.data)
        gv0_1 = T.Buffer((T.int64(1),), data=gv0.data)
        roi_align_1[T.int64(0)] = gv0_1[T.Cast("int64", T.Cast("int32", T.Cast("float32", T.int64(0))))]

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
    def roi_align(gv0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), gv2: T.Buffer((T.int64(1), T.int64(1)), "float32"), roi_align: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        roi_align_1 = T.Buffer((T.int64(1),), data=roi_align.data)
        gv0_1 = T.Buffer((T.int64(1),), data=gv0.data)
        roi_align_1[0] = gv0_1[T.Cast("int32", T.Cast("float32", T.int64(0)))]

    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
