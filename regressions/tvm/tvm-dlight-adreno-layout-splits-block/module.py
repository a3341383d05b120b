# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 24), dtype="int8")) -> R.Tensor((6, 1, 4), dtype="int8"):
        y0: R.Tensor((6, 1, 4), dtype="int8") = R.layout_transform(x0, index_map=T.index_map(lambda a, b: (b // 4, a, b % 4)), pad_value=None)
        return y0
