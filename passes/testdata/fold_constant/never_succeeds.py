# RUN: FoldConstant
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def grows(f: R.Tensor((2,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        with R.dataflow():
            a: R.Shape(ndim=1) = R.tensor_to_shape(R.const([1], "int64"))
            z: R.Tensor(dtype="float32", ndim=1) = R.reshape(f, a)
            R.output(z)
        return z

    @R.function
    def negative(f: R.Tensor(dtype="float64", ndim=1)) -> R.Tensor(dtype="float64", ndim=2):
        with R.dataflow():
            a: R.Shape(ndim=2) = R.tensor_to_shape(R.const([3, -4], "int64"))
            z: R.Tensor(dtype="float64", ndim=2) = R.reshape(f, a)
            R.output(z)
        return z

    @R.function
    def succeeds(f: R.Tensor((2,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        with R.dataflow():
            a: R.Shape(ndim=2) = R.tensor_to_shape(R.const([1, 2], "int64"))
            z: R.Tensor(dtype="float32", ndim=2) = R.reshape(f, a)
            R.output(z)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def grows(f: R.Tensor((2,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        with R.dataflow():
            a: R.Shape(ndim=1) = R.tensor_to_shape(R.const([1], "int64"))
            z: R.Tensor(dtype="float32", ndim=1) = R.reshape(f, a)
            R.output(z)
        return z

    @R.function
    def negative(f: R.Tensor(dtype="float64", ndim=1)) -> R.Tensor(dtype="float64", ndim=2):
        with R.dataflow():
            a: R.Shape(ndim=2) = R.tensor_to_shape(R.const([3, -4], "int64"))
            z: R.Tensor(dtype="float64", ndim=2) = R.reshape(f, a)
            R.output(z)
        return z

    @R.function
    def succeeds(f: R.Tensor((2,), dtype="float32")) -> R.Tensor((1, 2), dtype="float32"):
        with R.dataflow():
            z: R.Tensor((1, 2), dtype="float32") = R.reshape(f, R.shape([1, 2]))
            R.output(z)
        return z
