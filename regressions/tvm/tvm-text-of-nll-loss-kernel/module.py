# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x5: R.Tensor((1,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        lv4: R.Tensor((), dtype="float32") = R.nn.nll_loss(x5, R.const(1, "int32"), reduction="none", ignore_index=0)
        return lv4
