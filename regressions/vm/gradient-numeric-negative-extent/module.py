# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv2: R.Tensor((1, 1, -3, -3, 1), dtype="float32")) -> R.Tensor((1, 1, -3, -3, 1), dtype="float32"):
        lv2_1: R.Tensor((1, 1, -3, -3, 1), dtype="float32") = R.negative(lv2)
        return lv2_1
