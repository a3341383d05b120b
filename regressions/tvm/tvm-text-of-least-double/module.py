# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x6: R.Tensor((1,), dtype="float64")) -> R.Tensor((1,), dtype="float64"):
        lv10: R.Tensor((1,), dtype="float64") = R.nn.softmax(x6, axis=0)
        return lv10
