# RUN: RemoveUnusedOutputs
# A function that goes into a closure keeps its outputs: what calls the closure cannot be rewritten.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def lifted(a: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        b: R.Tensor((2,), dtype="float32") = R.add(a, a)
        return (a, b)

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.lifted(x)
        y: R.Tensor((2,), dtype="float32") = t[0]
        c: R.Any = R.make_closure(cls.lifted, (y,))
        z: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.invoke_pure_closure(c, R.tuple(), ty_args=(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")),))
        w: R.Tensor((2,), dtype="float32") = z[1]
        return w
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def lifted(a: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        b: R.Tensor((2,), dtype="float32") = R.add(a, a)
        return (a, b)

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.lifted(x)
        y: R.Tensor((2,), dtype="float32") = t[0]
        c: R.Any = R.make_closure(cls.lifted, (y,))
        z: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.invoke_pure_closure(c, R.tuple(), ty_args=(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")),))
        w: R.Tensor((2,), dtype="float32") = z[1]
        return w
