# RUN: TopologicalSort{"order":"breadth-first"}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        with R.dataflow():
            a = R.exp(x)
            k = R.const(2.0, "float32")
            b = R.exp(y)
            c = R.add(a, k)
            unused = R.negative(y)
            d = R.add(b, a)
            e = R.multiply(d, c)
            R.output(d, e)
        return (d, e)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        with R.dataflow():
            k: R.Tensor((), dtype="float32") = R.const(2.0, "float32")
            a: R.Tensor((4,), dtype="float32") = R.exp(x)
            b: R.Tensor((4,), dtype="float32") = R.exp(y)
            unused: R.Tensor((4,), dtype="float32") = R.negative(y)
            c: R.Tensor((4,), dtype="float32") = R.add(a, k)
            d: R.Tensor((4,), dtype="float32") = R.add(b, a)
            e: R.Tensor((4,), dtype="float32") = R.multiply(d, c)
            R.output(d, e)
        return (d, e)
