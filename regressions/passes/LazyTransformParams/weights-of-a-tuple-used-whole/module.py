# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32")), R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32")), R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32"))) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="bool")):
        cls = Module
        lv5: R.Any = R.make_closure(cls.main_transform_params_lv5, (model_params,))
        output_tuple: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="bool")) = (R.const([[[[False]]]], "bool"),)
        return output_tuple

    @R.function(private=True)
    def main_transform_params_lv5(a3: R.Tensor((1, 1, 1, 1), dtype="float32"), model_params: R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32")), R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32")), R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32"))) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return a3

    @R.function
    def main(lv7: R.Tensor((1, 1, 1, 1), dtype="bool")) -> R.Tensor((1, 1, 1, 1), dtype="bool"):
        return lv7
