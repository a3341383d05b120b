# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), a: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            a_1: R.Tensor((1,), dtype="float32") = R.negative(a)
            R.output(a_1)
        b: R.Tensor((1,), dtype="float32") = a_1
        with R.dataflow():
            c: R.Tensor((1,), dtype="float32") = R.add(b, x)
            R.output(c)
        return c
