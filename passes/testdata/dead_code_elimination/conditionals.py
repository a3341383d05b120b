# RUN: DeadCodeElimination
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        if c:
            a: R.Tensor(dtype="float32", ndim=2) = R.exp(x)
            checked: R.Tensor(dtype="float32", ndim=2) = a
        else:
            cast: R.Tensor((1, 1), dtype="float32") = R.match_cast(x, R.Tensor((1, 1), dtype="float32"))
            checked: R.Tensor(dtype="float32", ndim=2) = cast
        if c:
            b: R.Tensor(dtype="float32", ndim=2) = R.exp(x)
            gone: R.Tensor(dtype="float32", ndim=2) = b
        else:
            d: R.Tensor(dtype="float32", ndim=2) = R.negative(x)
            gone: R.Tensor(dtype="float32", ndim=2) = d
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        if c:
            a: R.Tensor(dtype="float32", ndim=2) = R.exp(x)
            checked: R.Tensor(dtype="float32", ndim=2) = a
        else:
            cast: R.Tensor((1, 1), dtype="float32") = R.match_cast(x, R.Tensor((1, 1), dtype="float32"))
            checked: R.Tensor(dtype="float32", ndim=2) = cast
        return x
