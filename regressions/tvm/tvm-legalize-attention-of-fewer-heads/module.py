# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(q: R.Tensor((2, 1, 2, 1), dtype="float32"), k: R.Tensor((2, 1, 1, 1), dtype="float32")) -> R.Tensor((2, 1, 2, 1), dtype="float32"):
        gv: R.Tensor((2, 1, 2, 1), dtype="float32") = R.nn.attention(q, k, k, scale=T.float32(0.5), causal_mask=None, window_size=None)
        return gv
