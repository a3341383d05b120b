# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x14: R.Tensor((1, 1), dtype="float32"), x19: R.Tensor((3,), dtype="float64"), lv12: R.Tensor((1, 3), dtype="float32")) -> R.Tensor((1, 3), dtype="float64"):
        with R.dataflow():
            lv13: R.Tensor((1, 3), dtype="float64") = R.matmul(x14, lv12, out_dtype="float64")
            lv20: R.Tensor((1, 3), dtype="float64") = R.nn.group_norm(lv13, x19, x19, num_groups=3, channel_axis=1, axes=[0], epsilon=1.0000000000000001e-05, center=True, scale=True)
            R.output(lv20)
        return lv20
