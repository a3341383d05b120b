# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((), dtype="uint8"), R.Tensor((1,), dtype="uint8"))) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((), dtype="uint8")):
        x1: R.Tensor((), dtype="uint8") = model_params[1]
        lv1: R.Tensor((), dtype="uint8") = R.grad.start_checkpoint(x1)
        x0: R.Tensor((1, 1, 1, 1), dtype="float32") = model_params[0]
        output_tuple: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((), dtype="uint8")) = x0, lv1
        return output_tuple

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return x0
