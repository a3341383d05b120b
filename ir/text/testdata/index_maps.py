# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16, 16), dtype="float32")) -> R.Tensor((4, 16, 4), dtype="float32"):
        a: R.Tensor((4, 16, 4), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (i // 4, j, i % 4)), pad_value=None)
        b: R.Tensor((16, 16), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i)), pad_value=T.float32(2.0))
        return a
