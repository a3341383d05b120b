# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 0), dtype="int32")) -> R.Tensor((1, 0), dtype="int32"):
        gv: R.Tensor((1, 0), dtype="int32") = R.cumprod(x, axis=0, dtype="int32", exclusive=False)
        return gv
