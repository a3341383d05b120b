# RUN: InlinePrivateFunctions
# What a call gave is killed by the caller's name for it; the callee hands its argument back, which goes on. So it is
# where the callee kills its own name.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def same(p: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        return p

    @R.function(private=True)
    def kills(p: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        q: R.Tensor((2,), dtype="float32") = R.negative(p)
        R.memory.kill_tensor(p)
        return q

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        d: R.Tensor((2,), dtype="float32") = cls.same(x)
        R.memory.kill_tensor(d)
        e: R.Tensor((2,), dtype="float32") = cls.kills(x)
        f: R.Tensor((2,), dtype="float32") = cls.same(e)
        g: R.Tensor((2,), dtype="float32") = R.add(f, x)
        return g
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def kills(p: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        q: R.Tensor((2,), dtype="float32") = R.negative(p)
        R.memory.kill_tensor(p)
        return q

    @R.function(private=True)
    def same(p: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        return p

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        d: R.Tensor((2,), dtype="float32") = cls.same(x)
        R.memory.kill_tensor(d)
        e: R.Tensor((2,), dtype="float32") = cls.kills(x)
        g: R.Tensor((2,), dtype="float32") = R.add(e, x)
        return g
