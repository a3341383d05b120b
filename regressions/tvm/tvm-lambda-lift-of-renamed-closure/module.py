# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), z: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        # from tvm.script import relax as R
        
        @R.function
        def some(y: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            return z

        f: R.Callable((R.Tensor((1,), dtype="float32"),), R.Tensor((1,), dtype="float32"), True) = some
        a: R.Tensor((1,), dtype="float32") = f(x)
        return a
