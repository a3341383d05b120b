# RUN: LambdaLift
# What gave a callable gives a closure, which its callers invoke.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        @R.function
        def outer(a: R.Tensor((3,), dtype="float32")) -> R.Callable((R.Tensor((3,), dtype="float32"),), R.Tensor((3,), dtype="float32"), True):
            @R.function
            def inner(b: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
                s = R.add(a, b)
                return s
            return inner
        k = outer(x)
        y: R.Tensor((3,), dtype="float32") = k(x)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main_inner(b: R.Tensor((3,), dtype="float32"), a: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        s: R.Tensor((3,), dtype="float32") = R.add(a, b)
        return s

    @R.function(private=True)
    def main_outer(a: R.Tensor((3,), dtype="float32")) -> R.Any:
        cls = Module
        inner: R.Any = R.make_closure(cls.main_inner, (a,))
        return inner

    @R.function
    def main(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        cls = Module
        k: R.Any = cls.main_outer(x)
        y: R.Tensor((3,), dtype="float32") = R.invoke_pure_closure(k, (x,), ty_args=(R.Tensor((3,), dtype="float32"),))
        return y
