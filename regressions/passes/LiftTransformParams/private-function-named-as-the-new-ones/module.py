# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def transform_params(w: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return w

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x
