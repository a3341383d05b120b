# RUN: RemoveUnusedOutputs
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def many(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        a = R.exp(x)
        b = R.negative(x)
        c = R.add(a, b)
        return (a, b, c)

    @R.function(private=True)
    def kept(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        return (x, x)

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            t = cls.many(x)
            a = t[0]
            R.output(a)
        return a

    @R.function
    def other(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        t = cls.many(x)
        c = t[2]
        w = cls.kept(c)
        return w
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def kept(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        return (x, x)

    @R.function(private=True)
    def many(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        a: R.Tensor((2,), dtype="float32") = R.exp(x)
        b: R.Tensor((2,), dtype="float32") = R.negative(x)
        c: R.Tensor((2,), dtype="float32") = R.add(a, b)
        return (a, c)

    @R.function
    def other(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        gv: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.many(x)
        gv_1: R.Tensor((2,), dtype="float32") = gv[1]
        w: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.kept(gv_1)
        return w

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.many(x)
            a: R.Tensor((2,), dtype="float32") = lv[0]
            R.output(a)
        return a
