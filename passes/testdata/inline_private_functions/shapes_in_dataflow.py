# RUN: InlinePrivateFunctions
# A shape that types speak of is no dataflow variable, also where the caller's is one.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def fused(x: R.Tensor((1, "n"), dtype="float32"), s: R.Shape([1, "n"])) -> R.Tensor((1, "n"), dtype="float32"):
        n = T.int64()
        y: R.Tensor((1, n), dtype="float32") = R.broadcast_to(x, s)
        return y

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), y: R.Tensor((1, "m"), dtype="float32")):
        m = T.int64()
        cls = Module
        with R.dataflow():
            a = cls.fused(x, R.shape([1, 1]))
            s: R.Shape([1, m]) = R.shape_of(y)
            b = cls.fused(y, s)
            R.output(a, b)
        return a, b
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), y: R.Tensor((1, "m"), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, "m"), dtype="float32")):
        m = T.int64()
        with R.dataflow():
            s: R.Shape([1, 1]) = R.shape([1, 1])
            a: R.Tensor(s, dtype="float32") = R.broadcast_to(x, s)
            s_1: R.Shape([1, m]) = R.shape_of(y)
            b: R.Tensor(s_1, dtype="float32") = R.broadcast_to(y, s_1)
            R.output(s, a, s_1, b)
        return (a, b)
