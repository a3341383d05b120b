# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x3: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((2, 2), dtype="float32"):
        gv12: R.Tensor((2, 2), dtype="float32") = R.layout_transform(x3, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None)
        gv13: R.Tensor((2, 2), dtype="float32") = R.layout_transform(gv12, index_map=T.index_map(lambda i, j: (i, j)), pad_value=None)
        return gv13
