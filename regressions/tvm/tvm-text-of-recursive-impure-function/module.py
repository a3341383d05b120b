# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        @R.function(pure=False)
        def again(y: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            z: R.Tensor((1,), dtype="float32") = again(y)
            return z

        return x
