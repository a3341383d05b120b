# RUN: CanonicalizeBindings
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(f: R.Tensor(dtype="float64", ndim=1)) -> R.Tensor(dtype="float64", ndim=2):
        d0 = T.int64()
        d1 = T.int64()
        with R.dataflow():
            shape: R.Shape([d0, d1]) = R.match_cast(R.shape([3, -4]), R.Shape([d0, d1]))
            z: R.Tensor((d0, d1), dtype="float64") = R.reshape(f, R.shape([d0, d1]))
            R.output(z)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(f: R.Tensor(dtype="float64", ndim=1)) -> R.Tensor(dtype="float64", ndim=2):
        d0 = T.int64()
        d1 = T.int64()
        with R.dataflow():
            shape: R.Shape([d0, d1]) = R.match_cast(R.shape([3, -4]), R.Shape([d0, d1]))
            z: R.Tensor((d0, d1), dtype="float64") = R.reshape(f, R.shape([d0, d1]))
            R.output(z)
        return z
