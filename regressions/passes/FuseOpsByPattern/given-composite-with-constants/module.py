# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"Composite": "assay.fused"})
        gv1: R.Tensor((1, 1), dtype="float32") = R.grad.nll_loss_backward(R.const(0.0, "float32"), R.const([[0.0]], "float32"), R.const([0], "int32"), x0, reduction="sum", ignore_index=-100)
        return gv1

    @R.function
    def main(x2: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        gv1: R.Tensor((1, 1), dtype="float32") = cls.helper(x2)
        return gv1
