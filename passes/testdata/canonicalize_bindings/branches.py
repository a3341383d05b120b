# RUN: CanonicalizeBindings
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        a = x
        if c:
            b = R.exp(a)
            r = b
        else:
            one = R.const(1.0, "float32")
            r = R.add(a, one)
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        if c:
            b: R.Tensor((4,), dtype="float32") = R.exp(x)
            r: R.Tensor((4,), dtype="float32") = b
        else:
            one: R.Tensor((), dtype="float32") = R.const(1.0, "float32")
            r_else: R.Tensor((4,), dtype="float32") = R.add(x, R.const(1.0, "float32"))
            r: R.Tensor((4,), dtype="float32") = r_else
        return r
