# RUN: LambdaLift
# Another name of a closure is one, too; what is captured comes as parameters, scalars and sizes among them.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def apply(f: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True), x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        gv = f(x)
        return gv

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), s: R.Prim("float32"), v: R.Tensor(("n",), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        n = T.int64()
        cls = Module
        @R.function
        def adds(a: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            b: R.Tensor((4,), dtype="float32") = R.call_pure_packed("scale", a, s, R.prim_value(n), ty_args=R.Tensor((4,), dtype="float32"))
            c = R.add(b, x)
            return c
        other = adds
        d = other(x)
        e = cls.apply(other, d)
        return e
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def apply(f: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True), x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        gv: R.Tensor((4,), dtype="float32") = f(x)
        return gv

    @R.function(private=True)
    def main_adds(a: R.Tensor((4,), dtype="float32"), s: T.float32, n: T.int64, x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        b: R.Tensor((4,), dtype="float32") = R.call_pure_packed("scale", a, s, n, ty_args=(R.Tensor((4,), dtype="float32"),))
        c: R.Tensor((4,), dtype="float32") = R.add(b, x)
        return c

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), s: T.float32, v: R.Tensor(("n",), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        n = T.int64()
        cls = Module
        adds: R.Any = R.make_closure(cls.main_adds, (s, n, x))
        other: R.Any = adds
        d: R.Tensor((4,), dtype="float32") = R.invoke_pure_closure(other, (x,), ty_args=(R.Tensor((4,), dtype="float32"),))
        callable: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True) = R.match_cast(other, R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True))
        e: R.Tensor((4,), dtype="float32") = cls.apply(callable, d)
        return e
