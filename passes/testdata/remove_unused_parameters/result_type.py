# RUN: RemoveUnusedParameters
# A variable of which the type of the result alone speaks.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(sizes: R.Shape([1, "m"]), x: R.Tensor(dtype="float32", ndim=1)) -> R.Tensor(("m + 1",), dtype="float32"):
        m = T.int64()
        return x

    @R.function
    def main(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        cls = Module
        y: R.Tensor((3,), dtype="float32") = cls.helper(R.shape([1, 2]), x)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x: R.Tensor(dtype="float32", ndim=1), param_m: R.Shape(["m"])) -> R.Tensor(("m + 1",), dtype="float32"):
        m = T.int64()
        return x

    @R.function
    def main(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        cls = Module
        y: R.Tensor((3,), dtype="float32") = cls.helper(x, R.shape([2]))
        return y
