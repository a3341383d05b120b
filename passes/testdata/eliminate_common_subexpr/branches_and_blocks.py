# RUN: EliminateCommonSubexpr
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor(("n", 4), dtype="float32"):
        with R.dataflow():
            a = R.add(x, x)
            b = R.add(x, x)
            d = R.multiply(a, b)
            R.output(a, d)
        e = R.add(x, x)
        if c:
            f = R.exp(x)
            g = R.exp(x)
            r = R.add(f, g)
        else:
            h = R.exp(x)
            r = R.add(h, e)
        s = R.exp(x)
        t = R.add(r, s)
        return t

    @R.function(pure=False)
    def other(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.print(x, format=R.str("{}"))
        R.print(x, format=R.str("{}"))
        p = (x, x)
        q = (x, x)
        y = R.add(p[0], q[1])
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def other(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.print(x, format=R.str("{}"))
        R.print(x, format=R.str("{}"))
        p: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = x, x
        q: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = p
        gv4: R.Tensor((4,), dtype="float32") = p[0]
        gv5: R.Tensor((4,), dtype="float32") = p[1]
        y: R.Tensor((4,), dtype="float32") = R.add(gv4, gv5)
        return y

    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        with R.dataflow():
            a: R.Tensor((n, 4), dtype="float32") = R.add(x, x)
            b: R.Tensor((n, 4), dtype="float32") = a
            d: R.Tensor((n, 4), dtype="float32") = R.multiply(a, a)
            R.output(a, d)
        e: R.Tensor((n, 4), dtype="float32") = a
        if c:
            f: R.Tensor((n, 4), dtype="float32") = R.exp(x)
            g: R.Tensor((n, 4), dtype="float32") = f
            r_then: R.Tensor((n, 4), dtype="float32") = R.add(f, f)
            r: R.Tensor((n, 4), dtype="float32") = r_then
        else:
            h: R.Tensor((n, 4), dtype="float32") = R.exp(x)
            r_else: R.Tensor((n, 4), dtype="float32") = R.add(h, a)
            r: R.Tensor((n, 4), dtype="float32") = r_else
        s: R.Tensor((n, 4), dtype="float32") = R.exp(x)
        t: R.Tensor((n, 4), dtype="float32") = R.add(r, s)
        return t
