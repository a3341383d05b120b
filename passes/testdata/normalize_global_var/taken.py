# RUN: NormalizeGlobalVar
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def f() -> R.Tensor((), dtype="int32"):
        return R.const(1, "int32")

    @R.function
    def main() -> R.Tensor((), dtype="int32"):
        cls = Module
        a = cls.f()
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def f() -> R.Tensor((), dtype="int32"):
        return R.const(1, "int32")

    @R.function
    def main() -> R.Tensor((), dtype="int32"):
        cls = Module
        a: R.Tensor((), dtype="int32") = cls.f()
        return a
