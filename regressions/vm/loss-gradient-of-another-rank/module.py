# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float16"), x1: R.Tensor((1,), dtype="float16"), x2: R.Tensor((), dtype="float16")) -> R.Tensor((1, 1), dtype="float16"):
        gv0: R.Tensor((1, 1), dtype="float16") = R.grad.nll_loss_backward(x2, x0, R.const([0], "int32"), x1, reduction="none", ignore_index=-1)
        return gv0
