# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper_1() -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        lv1: R.Tensor((1,), dtype="float32") = R.match_cast(R.const([0.0], "float32"), R.Tensor((1,), dtype="float32"))
        lv3: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.const([0.0], "float32"), lv1
        return lv3

    @R.function
    def main(lv6: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        lv5: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.helper_1()
        return lv6
