# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((1, 1), dtype="float32") = R.stack((x,), axis=-1)
            R.output(y)
        return y
