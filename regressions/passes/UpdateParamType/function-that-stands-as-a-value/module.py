# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def value(p: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return p

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        f: R.Callable((R.Tensor((1,), dtype="float32"),), R.Tensor((1,), dtype="float32"), True) = cls.value
        return x
