# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        lv_1: R.Tensor((1, 1), dtype="float32") = R.bitwise_not(lv)
        return lv_1
