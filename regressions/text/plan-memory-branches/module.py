from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        if c:
            a = R.exp(x)
            z: R.Tensor((4,), dtype="float32") = R.add(a, a)
        else:
            b = R.negative(x)
            z: R.Tensor((4,), dtype="float32") = R.multiply(b, b)
        return z
