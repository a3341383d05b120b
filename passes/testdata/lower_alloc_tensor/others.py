# RUN: LowerAllocTensor
# Another call of four operands is none that allocates.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(q: R.Tensor((1, 2, 1, 4), dtype="float32"), b: R.Tensor((1, 1, 2, 2), dtype="float32")) -> R.Tensor((1, 2, 1, 4), dtype="float32"):
        a = R.nn.attention_bias(q, q, q, b)
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(q: R.Tensor((1, 2, 1, 4), dtype="float32"), b: R.Tensor((1, 1, 2, 2), dtype="float32")) -> R.Tensor((1, 2, 1, 4), dtype="float32"):
        a: R.Tensor((1, 2, 1, 4), dtype="float32") = R.nn.attention_bias(q, q, q, b, scale=None, causal_mask=None, window_size=None)
        return a
