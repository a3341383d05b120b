# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1,), dtype="uint64"), x1: R.Tensor((1,), dtype="float32"), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x3: R.Tensor((1, 1, 1, 1), dtype="float32"), x4: R.Tensor((1, 1, 1, 1), dtype="float32"), x5: R.Tensor((3, 1, 1, 1), dtype="float32"), x6: R.Tensor((3, 1, 1, 1), dtype="float32"), x7: R.Tensor((3, 1, 1, 3), dtype="float32"), x8: R.Tensor(dtype="float32", ndim=4)) -> R.Tensor((3, 1, 1, 3), dtype="float32"):
        gv3: R.Tensor((3, 1, 1, 3), dtype="float32") = R.nn.attention_bias(x5, x6, x7, x8, scale=None, causal_mask=None, window_size=None)
        return gv3
