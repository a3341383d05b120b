# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv1: R.Tensor((1, 1), dtype="float64")) -> R.Tensor((1, 1), dtype="float64"):
        lv: R.Tensor((1, 1), dtype="float64") = R.logical_not(lv1)
        return lv
