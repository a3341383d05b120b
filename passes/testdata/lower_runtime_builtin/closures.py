# RUN: LowerRuntimeBuiltin
# A closure's own arguments and those that it is invoked with come behind it, one by one; a tuple that has a name stays one.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def adds(a: R.Tensor((4,), dtype="float32"), b: R.Tensor((4,), dtype="float32"), c: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        d = R.add(a, b)
        e = R.add(d, c)
        return e

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        f = R.make_closure(cls.adds, (y,))
        a = R.invoke_pure_closure(f, (x, y), ty_args=(R.Tensor((4,), dtype="float32"),))
        b = R.invoke_closure(f, (a, x), ty_args=(R.Tensor((4,), dtype="float32"),))
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def adds(a: R.Tensor((4,), dtype="float32"), b: R.Tensor((4,), dtype="float32"), c: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        d: R.Tensor((4,), dtype="float32") = R.add(a, b)
        e: R.Tensor((4,), dtype="float32") = R.add(d, c)
        return e

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        f: R.Any = R.call_packed("vm.builtin.make_closure", cls.adds, y, ty_args=(R.Any,))
        a: R.Tensor((4,), dtype="float32") = R.invoke_pure_closure(f, (x, y), ty_args=(R.Tensor((4,), dtype="float32"),))
        b: R.Tensor((4,), dtype="float32") = R.call_builtin_with_ctx("vm.builtin.invoke_closure", (f, a, x), ty_args=(R.Tensor((4,), dtype="float32"),))
        return b
