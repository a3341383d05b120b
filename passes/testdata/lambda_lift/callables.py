# RUN: LambdaLift
# A closure is an object: functions that take callables get it cast to one; one that came by a branch is invoked.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def apply(f: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32"), True), x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        gv = f(x)
        return gv

    @R.function
    def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")) -> R.Tensor((2,), "float32"):
        cls = Module
        @R.function
        def adds(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            b = R.add(a, y)
            return b

        @R.function
        def plain(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            b = R.exp(a)
            return b

        @R.function
        def local(f: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32"), True), x1: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            gv = f(x1)
            return gv

        d = cls.apply(adds, x)
        e = local(adds, d)
        h = cls.apply(plain, e)
        if c:
            f = adds
        else:
            f = plain
        g = f(h)
        return g
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def apply(f: R.Callable((R.Tensor((2,), dtype="float32"),), R.Tensor((2,), dtype="float32"), True), x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        gv: R.Tensor((2,), dtype="float32") = f(x)
        return gv

    @R.function(private=True)
    def main_adds(a: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        b: R.Tensor((2,), dtype="float32") = R.add(a, y)
        return b

    @R.function(private=True)
    def main_local(f: R.Callable((R.Tensor((2,), dtype="float32"),), R.Tensor((2,), dtype="float32"), True), x1: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        gv: R.Tensor((2,), dtype="float32") = f(x1)
        return gv

    @R.function(private=True)
    def main_plain(a: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        b: R.Tensor((2,), dtype="float32") = R.exp(a)
        return b

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        adds: R.Any = R.make_closure(cls.main_adds, (y,))
        callable: R.Callable((R.Tensor((2,), dtype="float32"),), R.Tensor((2,), dtype="float32"), True) = R.match_cast(adds, R.Callable((R.Tensor((2,), dtype="float32"),), R.Tensor((2,), dtype="float32"), True))
        d: R.Tensor((2,), dtype="float32") = cls.apply(callable, x)
        callable_1: R.Callable((R.Tensor((2,), dtype="float32"),), R.Tensor((2,), dtype="float32"), True) = R.match_cast(adds, R.Callable((R.Tensor((2,), dtype="float32"),), R.Tensor((2,), dtype="float32"), True))
        e: R.Tensor((2,), dtype="float32") = cls.main_local(callable_1, d)
        h: R.Tensor((2,), dtype="float32") = cls.apply(cls.main_plain, e)
        if c:
            f: R.Any = adds
        else:
            f: R.Any = cls.main_plain
        g: R.Tensor((2,), dtype="float32") = R.invoke_pure_closure(f, (h,), ty_args=(R.Tensor((2,), dtype="float32"),))
        return g
