# RUN: FoldConstant
# Shows a mutant of passes/relax/fold_constant.cc (condition): !Is<Op>(call->op)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def grows(f: R.Tensor((1,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        cls = Module
        with R.dataflow():
            a: R.Shape(ndim=1) = R.tensor_to_shape(R.const([1], "int64"))
            z: R.Tensor(dtype="float32", ndim=1) = cls.outlined(f, a)
            R.output(z)
        return z

    @R.function(private=True)
    def outlined(f: R.Tensor((1,), dtype="float32"), a: R.Shape(ndim=1)) -> R.Tensor((1,), dtype="float32"):
        return f
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def grows(f: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Shape([1]) = R.shape([1])
            z: R.Tensor((1,), dtype="float32") = cls.outlined(f, a)
            R.output(z)
        return z

    @R.function(private=True)
    def outlined(f: R.Tensor((1,), dtype="float32"), a: R.Shape(ndim=1)) -> R.Tensor((1,), dtype="float32"):
        return f
