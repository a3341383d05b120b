# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1,), dtype="float32"), lv13: R.Tensor(dtype="float32")) -> R.Tuple:
        lv14: R.Tensor(dtype="float32") = R.nn.group_norm(lv13, x1, x1, num_groups=1, channel_axis=1, axes=[0], epsilon=0.25, center=True, scale=True)
        return R.tuple()
