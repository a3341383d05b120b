# RUN: CanonicalizeBindings
# Types of tensors speak of shapes by name, too.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), given: R.Shape(ndim=2), n: R.Tensor((2,), "int64")):
        s = given
        y = R.broadcast_to(x, s)
        with R.dataflow():
            t = R.tensor_to_shape(n)
            u = t
            z = R.broadcast_to(x, u)
            R.output(u, z)
        w = R.add(y, y)
        return (w, z)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), given: R.Shape(ndim=2), n: R.Tensor((2,), dtype="int64")) -> R.Tuple(R.Tensor(dtype="float32", ndim=2), R.Tensor(dtype="float32", ndim=2)):
        y: R.Tensor(given, dtype="float32") = R.broadcast_to(x, given)
        with R.dataflow():
            u: R.Shape(ndim=2) = R.tensor_to_shape(n)
            z: R.Tensor(u, dtype="float32") = R.broadcast_to(x, u)
            R.output(u, z)
        w: R.Tensor(given, dtype="float32") = R.add(y, y)
        return (w, z)
