# RUN: DeadCodeElimination
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def unused_kernel(x: T.Buffer((2,), "float32")):
        x[0] = T.float32(0.0)

    @R.function(private=True)
    def even(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        y: R.Tensor((2,), dtype="float32") = cls.odd(x)
        return y

    @R.function(private=True)
    def odd(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        y: R.Tensor((2,), dtype="float32") = cls.even(x)
        return y

    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        dead: R.Tensor((2,), dtype="float32") = cls.even(x)
        R.print(x, format=R.str("kept"))
        with R.dataflow():
            a = R.exp(x)
            b = R.add(a, a)
            gone = R.multiply(b, b)
            R.output(b)
        if c:
            also_dead = R.exp(b)
            r = R.add(b, b)
        else:
            r = b
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        R.print(x, format=R.str("kept"))
        with R.dataflow():
            a: R.Tensor((2,), dtype="float32") = R.exp(x)
            b: R.Tensor((2,), dtype="float32") = R.add(a, a)
            R.output(b)
        if c:
            r_then: R.Tensor((2,), dtype="float32") = R.add(b, b)
            r: R.Tensor((2,), dtype="float32") = r_then
        else:
            r: R.Tensor((2,), dtype="float32") = b
        return r
