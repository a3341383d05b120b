# RUN: CanonicalizeBindings
# p is used as a number, so that its cast stays; an operator that wants equal sizes would not take p beside 1.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), "float32")) -> R.Tuple(R.Tensor(ndim=2, dtype="float32"), R.Tensor(ndim=2, dtype="float32")):
        p = T.int64()
        y = R.match_cast(x, R.Tensor((1, p), "float32"))
        z = R.strided_slice(y, (1,), (0,), (p,), (1,), assume_inbound=False)
        w = R.zeros(R.shape([1, p]), "float32")
        v = R.ewise_fma(y, y, w)
        return (z, v)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor(dtype="float32", ndim=2), R.Tensor(dtype="float32", ndim=2)):
        p = T.int64()
        y: R.Tensor((1, p), dtype="float32") = R.match_cast(x, R.Tensor((1, p), dtype="float32"))
        z: R.Tensor((1, p), dtype="float32") = R.strided_slice(y, (1,), (0,), (p,), (1,), assume_inbound=False)
        w: R.Tensor((1, p), dtype="float32") = R.zeros(R.shape([1, p]), dtype="float32")
        v: R.Tensor((1, p), dtype="float32") = R.ewise_fma(y, y, w)
        return (z, v)
