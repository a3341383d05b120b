from tvm.script import ir as I
from tvm.script import relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")) -> R.Tensor((2,), "float32"):
        if c:
            r = R.add(x, R.const([1.0, 2.0], "float32"))
        else:
            r = R.exp(x)
        return r
