# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        lv0: R.Tensor((1, 1), dtype="float32") = R.layout_transform(x1, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None)
        lv1: R.Tensor((1, 1), dtype="float32") = R.layout_transform(lv0, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None)
        return lv1
