# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float64"):
        gv0: R.Tensor((1,), dtype="float64") = R.cumprod(x1, axis=None, dtype="float64", exclusive=True)
        return gv0
