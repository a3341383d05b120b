# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((4, 1), dtype="float32"), x7: R.Tensor((2,), dtype="float32"), lv20: R.Tensor((1, 4), dtype="float32")) -> R.Tensor((1, 4), dtype="float32"):
        with R.dataflow():
            lv5: R.Tensor((1, 4), dtype="float32") = R.permute_dims(x4, axes=[1, 0])
            lv8: R.Tensor((4, 1), dtype="float32") = R.permute_dims(lv5, axes=None)
            lv17: R.Tensor((), dtype="float32") = R.nn.nll_loss(x7, R.const(1, "int64"), reduction="mean", ignore_index=-100)
            lv19: R.Tensor((1, 1), dtype="float32") = R.memory.view(lv8, R.shape([1, 1]), R.tuple(), 12)
            R.output(lv5)
        return lv20
