# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 12, "k", 1), dtype="int32")) -> R.Tensor((1, 3, "k", 1, 4), dtype="int32"):
        k = T.int64()
        y0: R.Tensor((1, 3, k, 1, 4), dtype="int32") = R.layout_transform(x0, index_map=T.index_map(lambda a, b, c, d: (a, b // 4, c, d, b % 4)), pad_value=None)
        return y0
