# RUN: OptimizeLayoutTransform
# A split and its way back cancel, also over padding. A transpose of a square after another map that keeps its shape does
# not, though TVM takes it for the same.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16,), "float32"), y: R.Tensor((4, 4), "float32"), z: R.Tensor((5,), "float32")):
        with R.dataflow():
            a = R.layout_transform(x, index_map=lambda i: (i // 4, i % 4), pad_value=None)
            b = R.layout_transform(a, index_map=lambda i, j: (i * 4 + j,), pad_value=None)
            c = R.layout_transform(y, index_map=lambda i, j: (j, i), pad_value=None)
            d = R.layout_transform(c, index_map=lambda i, j: (j, i), pad_value=None)
            e = R.layout_transform(y, index_map=lambda i, j: (j, i), pad_value=None)
            f = R.layout_transform(e, index_map=lambda i, j: (i, j), pad_value=None)
            g = R.layout_transform(z, index_map=lambda i: (i // 4, i % 4), pad_value=None)
            h = R.layout_transform(g, index_map=lambda i, j: (i * 4 + j,), pad_value=None)
            R.output(b, d, f, h)
        return (b, d, f, h)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16,), dtype="float32"), y: R.Tensor((4, 4), dtype="float32"), z: R.Tensor((5,), dtype="float32")) -> R.Tuple(R.Tensor((16,), dtype="float32"), R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32"), R.Tensor((8,), dtype="float32")):
        with R.dataflow():
            c: R.Tensor((4, 4), dtype="float32") = R.layout_transform(y, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None)
            f: R.Tensor((4, 4), dtype="float32") = R.layout_transform(c, index_map=T.index_map(lambda i, j: (i, j)), pad_value=None)
            g: R.Tensor((2, 4), dtype="float32") = R.layout_transform(z, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None)
            h: R.Tensor((8,), dtype="float32") = R.layout_transform(g, index_map=T.index_map(lambda i, j: (i * 4 + j,)), pad_value=None)
            R.output(f, h)
        return (x, y, f, h)
