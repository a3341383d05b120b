# RUN: LambdaLift
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        @R.function
        def plain(a: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
            b = R.exp(a)
            return b

        @R.function
        def closure(a: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
            b = R.add(a, y)
            return b

        c = plain(x)
        d = closure(c)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main_closure(a: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        b: R.Tensor((2,), dtype="float32") = R.add(a, y)
        return b

    @R.function(private=True)
    def main_plain(a: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        b: R.Tensor((2,), dtype="float32") = R.exp(a)
        return b

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        closure: R.Any = R.make_closure(cls.main_closure, (y,))
        c: R.Tensor((2,), dtype="float32") = cls.main_plain(x)
        d: R.Tensor((2,), dtype="float32") = R.invoke_pure_closure(closure, (c,), ty_args=(R.Tensor((2,), dtype="float32"),))
        return d
