# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(q: R.Tensor((1, 1, 1, 1), dtype="float32"), s: R.Tensor((1,), dtype="int32"), m: R.Tensor((1,), dtype="int32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        gv: R.Tensor((1, 1, 1, 1), dtype="float32") = R.nn.attention_var_len(q, q, q, s, m, s, m, scale=None, causal_mask=None, window_size=None)
        return gv
