# RUN: InlinePrivateFunctions
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def inner(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            a = R.add(x, x)
            b = R.multiply(a, a)
            R.output(b)
        return b

    @R.function(private=True)
    def outer(x: R.Tensor(("m",), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor(("m",), dtype="float32"):
        m = T.int64()
        cls = Module
        a = cls.inner(x)
        if c:
            r = R.exp(a)
        else:
            r = a
        return r

    @R.function(private=True)
    def again(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        if c:
            y = cls.again(x, c)
            r = y
        else:
            r = x
        return r

    @R.function
    def main(x: R.Tensor((3,), dtype="float32"), y: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        with R.dataflow():
            a = cls.inner(x)
            R.output(a)
        b = cls.outer(a, c)
        d = cls.again(y, c)
        return (b, d)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def again(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        if c:
            y: R.Tensor((2,), dtype="float32") = cls.again(x, c)
            r: R.Tensor((2,), dtype="float32") = y
        else:
            r: R.Tensor((2,), dtype="float32") = x
        return r

    @R.function
    def main(x: R.Tensor((3,), dtype="float32"), y: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        with R.dataflow():
            a: R.Tensor((3,), dtype="float32") = R.add(x, x)
            b: R.Tensor((3,), dtype="float32") = R.multiply(a, a)
            a_1: R.Tensor((3,), dtype="float32") = R.add(b, b)
            b_1: R.Tensor((3,), dtype="float32") = R.multiply(a_1, a_1)
            R.output(b_1)
        if c:
            r_then: R.Tensor((3,), dtype="float32") = R.exp(b_1)
            r: R.Tensor((3,), dtype="float32") = r_then
        else:
            r: R.Tensor((3,), dtype="float32") = b_1
        d: R.Tensor((2,), dtype="float32") = cls.again(y, c)
        return (r, d)
