from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def flat(x: R.Tensor((2, 2), dtype="float32"), shape: R.Shape([4])) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "compiler_A.flat", "Primitive": True})
        with R.dataflow():
            y = R.reshape(x, R.shape([4]))
            R.output(y)
        return y

    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = cls.flat(x, R.shape([4]))
            R.output(a)
        return a

    @R.function
    def main2(x: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = cls.flat(x, R.shape([4]))
            b = R.add(a, a)
            R.output(b)
        return b
