# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float16")) -> R.Tensor((1,), dtype="float16"):
        y: R.Tensor((1,), dtype="float16") = R.asin(x)
        return y
