# RUN: Normalize
# A result that contradicts what was declared is taken by its body's word, and so are calls of the function.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y: R.Tensor((1,), dtype="float32") = R.exp(x)
        return y

    @R.function(private=True)
    def around(x: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32")):
        cls = Module
        y: R.Tensor((2,), dtype="float32") = cls.helper(x)
        t: R.Tuple(R.Tensor((2,), dtype="float32")) = (y,)
        return t

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        t: R.Tuple(R.Tensor((2,), dtype="float32")) = cls.around(x)
        y: R.Tensor((2,), dtype="float32") = t[0]
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def around(x: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1,), dtype="float32")):
        cls = Module
        y: R.Tensor((1,), dtype="float32") = cls.helper(x)
        t: R.Tuple(R.Tensor((1,), dtype="float32")) = (y,)
        return t

    @R.function(private=True)
    def helper(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        y: R.Tensor((1,), dtype="float32") = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        t: R.Tuple(R.Tensor((1,), dtype="float32")) = cls.around(x)
        y: R.Tensor((1,), dtype="float32") = t[0]
        return y
