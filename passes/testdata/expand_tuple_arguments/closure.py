# RUN: ExpandTupleArguments
# A function that goes into a closure keeps its tuple: what calls the closure cannot be rewritten.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def lifted(a: R.Tensor((2,), dtype="float32"), b: R.Tuple(R.Tensor((2,), dtype="float32"))) -> R.Tensor((2,), dtype="float32"):
        c: R.Tensor((2,), dtype="float32") = b[0]
        return c

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tuple(R.Tensor((2,), dtype="float32"))) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        c: R.Any = R.make_closure(cls.lifted, (y,))
        z: R.Tensor((2,), dtype="float32") = R.invoke_pure_closure(c, (x,), ty_args=(R.Tensor((2,), dtype="float32"),))
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def lifted(a: R.Tensor((2,), dtype="float32"), b: R.Tuple(R.Tensor((2,), dtype="float32"))) -> R.Tensor((2,), dtype="float32"):
        c: R.Tensor((2,), dtype="float32") = b[0]
        return c

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tuple(R.Tensor((2,), dtype="float32"))) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        c: R.Any = R.make_closure(cls.lifted, (y,))
        z: R.Tensor((2,), dtype="float32") = R.invoke_pure_closure(c, (x,), ty_args=(R.Tensor((2,), dtype="float32"),))
        return z
