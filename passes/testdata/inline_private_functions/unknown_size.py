# RUN: InlinePrivateFunctions
# The first call says what q is; the second one's argument does not, and only the callee finds it out.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def sized(x: R.Tensor((1, "q"), dtype="float32")) -> R.Tensor(("q",), dtype="float32"):
        q = T.int64()
        z: R.Tensor((q,), dtype="float32") = R.reshape(x, R.shape([q]))
        return z

    @R.function
    def main(x: R.Tensor((1, 3), dtype="float32"), y: R.Tensor(dtype="float32", ndim=2)) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor(dtype="float32", ndim=1)):
        cls = Module
        a: R.Tensor((3,), dtype="float32") = cls.sized(x)
        b: R.Tensor(dtype="float32", ndim=1) = cls.sized(y)
        return (a, b)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def sized(x: R.Tensor((1, "q"), dtype="float32")) -> R.Tensor(("q",), dtype="float32"):
        q = T.int64()
        z: R.Tensor((q,), dtype="float32") = R.reshape(x, R.shape([q]))
        return z

    @R.function
    def main(x: R.Tensor((1, 3), dtype="float32"), y: R.Tensor(dtype="float32", ndim=2)) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor(dtype="float32", ndim=1)):
        cls = Module
        z: R.Tensor((3,), dtype="float32") = R.reshape(x, R.shape([3]))
        b: R.Tensor(dtype="float32", ndim=1) = cls.sized(y)
        return (z, b)
