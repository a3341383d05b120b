# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        z: R.Tensor((1,), dtype="float32") = R.negative(x)
        y: R.Tensor((1,), dtype="float32") = R.negative(x)
        # from tvm.script import relax as R
        
        @R.function
        def f(a: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            return y

        return z
