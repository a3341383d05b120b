# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor(("n", "n", 3, "n"), dtype="float32"), x1: R.Tensor(("n", "n", 1, "n"), dtype="float32"), x2: R.Tensor((1, 3, "n", "n"), dtype="float32")) -> R.Tensor(("n", "n", 3, "n"), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            lv0: R.Tensor((n, n, 3, n), dtype="float32") = R.nn.attention_bias(x0, x1, x1, x2, scale=T.float32(0.5), causal_mask="BottomRight", window_size=1)
            R.output(lv0)
        return lv0

    @R.function
    def main(n: T.int64, m: T.int64, x0: R.Tensor((1, 1, n * m), dtype="float32"), x1: R.Tensor((1, 1, 3, 1), dtype="float32"), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x3: R.Tensor((1, 3, 1, 1), dtype="float32"), x4: R.Tensor((m, m, 3, m), dtype="float32"), x5: R.Tensor((m, m, 1, m), dtype="float32"), x6: R.Tensor((1, 3, m, m), dtype="float32")) -> R.Tensor((m, m, 3, m), dtype="float32"):
        cls = Module
        lv1: R.Tensor((m, m, 3, m), dtype="float32") = cls.helper(x4, x5, x6)
        return lv1
