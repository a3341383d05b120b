# RUN: RemoveUnusedParameters
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def sized(x: R.Tensor(("n", "m"), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor(("n", "m"), dtype="float32"):
        n = T.int64()
        m = T.int64()
        z = R.zeros(R.shape([n, m]), dtype="float32")
        return z

    @R.function(private=True)
    def first(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        return x

    @R.function
    def main(x: R.Tensor((4, "k"), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((4, "k"), dtype="float32"), R.Tensor((2,), dtype="float32")):
        k = T.int64()
        cls = Module
        e = R.exp(x)
        a = cls.sized(e, y)
        f = R.exp(y)
        b = cls.first(y, f)
        return (a, b)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def first(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        return x

    @R.function(private=True)
    def sized(param_n: R.Shape(["n"]), param_m: R.Shape(["m"])) -> R.Tensor(("n", "m"), dtype="float32"):
        n = T.int64()
        m = T.int64()
        z: R.Tensor((n, m), dtype="float32") = R.zeros(R.shape([n, m]), dtype="float32")
        return z

    @R.function
    def main(x: R.Tensor((4, "k"), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((4, "k"), dtype="float32"), R.Tensor((2,), dtype="float32")):
        k = T.int64()
        cls = Module
        a: R.Tensor((4, k), dtype="float32") = cls.sized(R.shape([4]), R.shape([k]))
        b: R.Tensor((2,), dtype="float32") = cls.first(y)
        return (a, b)
