# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32"), lv8: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        lv9: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.attention(x1, x1, lv8, scale=T.float32(0.5), causal_mask=None, window_size=None)
        return lv9
