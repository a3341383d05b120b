# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:

    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), w: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        @R.function
        def f(a: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            b: R.Tensor((1,), dtype="float32") = R.negative(w)
            return a

        with R.dataflow():
            y: R.Tensor((1,), dtype="float32") = f(x)
            R.output(y)
        return y
