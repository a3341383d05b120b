# RUN: ConvertToDataflow{"min_size":2}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        a = R.add(x, x)
        b = R.exp(a)
        R.print(b, format=R.str("{}"))
        d = R.negative(b)
        if c:
            e = R.add(d, d)
            f = R.exp(e)
            g = R.add(f, e)
            r = g
        else:
            r = d
        h = R.exp(r)
        with R.dataflow():
            i = R.add(h, h)
            R.output(i)
        return i
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((2,), dtype="float32") = R.add(x, x)
            b: R.Tensor((2,), dtype="float32") = R.exp(a)
            R.output(b)
        R.print(b, format=R.str("{}"))
        d: R.Tensor((2,), dtype="float32") = R.negative(b)
        if c:
            with R.dataflow():
                e: R.Tensor((2,), dtype="float32") = R.add(d, d)
                f: R.Tensor((2,), dtype="float32") = R.exp(e)
                g: R.Tensor((2,), dtype="float32") = R.add(f, e)
                R.output(g)
            r: R.Tensor((2,), dtype="float32") = g
        else:
            r: R.Tensor((2,), dtype="float32") = d
        with R.dataflow():
            h: R.Tensor((2,), dtype="float32") = R.exp(r)
            i: R.Tensor((2,), dtype="float32") = R.add(h, h)
            R.output(i)
        return i
