# RUN: OptimizeLayoutTransform
# Between two kernels a pair goes; the second transform of y is then a common subexpression.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16,), "float32"), y: R.Tensor((16,), "float32")) -> R.Tensor((16,), "float32"):
        with R.dataflow():
            a = R.layout_transform(x, index_map=lambda i: (i // 4, i % 4), pad_value=None)
            b = R.layout_transform(y, index_map=lambda i: (i // 4, i % 4), pad_value=None)
            c = R.add(a, b)
            d = R.layout_transform(c, index_map=lambda i, j: (i * 4 + j,), pad_value=None)
            e = R.layout_transform(d, index_map=lambda i: (i // 4, i % 4), pad_value=None)
            f = R.layout_transform(y, index_map=lambda i: (i // 4, i % 4), pad_value=None)
            g = R.add(f, e)
            h = R.layout_transform(g, index_map=lambda i, j: (i * 4 + j,), pad_value=None)
            R.output(h)
        return h
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16,), dtype="float32"), y: R.Tensor((16,), dtype="float32")) -> R.Tensor((16,), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((4, 4), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None)
            b: R.Tensor((4, 4), dtype="float32") = R.layout_transform(y, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None)
            c: R.Tensor((4, 4), dtype="float32") = R.add(a, b)
            g: R.Tensor((4, 4), dtype="float32") = R.add(b, c)
            h: R.Tensor((16,), dtype="float32") = R.layout_transform(g, index_map=T.index_map(lambda i, j: (i * 4 + j,)), pad_value=None)
            R.output(h)
        return h
