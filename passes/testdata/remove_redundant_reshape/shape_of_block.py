# RUN: RemoveRedundantReshape
# A shape that is known by a local name alone: the result speaks of its rank.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=2):
        with R.dataflow():
            a = R.tensor_to_shape(s)
            y = R.reshape(x, R.shape([6]))
            z: R.Tensor(dtype="float32", ndim=2) = R.reshape(y, a)
            R.output(z)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=2):
        with R.dataflow():
            a: R.Shape(ndim=2) = R.tensor_to_shape(s)
            z: R.Tensor(dtype="float32", ndim=2) = R.reshape(x, a)
            R.output(z)
        return z
