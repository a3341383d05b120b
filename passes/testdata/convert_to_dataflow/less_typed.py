# RUN: ConvertToDataflow
# A local variable that says less than its value: its use in a cast follows.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), dtype="float32"), s: R.Shape(["k"])) -> R.Tensor(dtype="float32", ndim=1):
        k = T.int64()
        y = R.split(x, 3, axis=0)
        z: R.Tensor(dtype="float32", ndim=1) = y[0]
        v: R.Tensor((k,), dtype="float32") = R.match_cast(z, R.Tensor((k,), dtype="float32"))
        return v
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), dtype="float32"), s: R.Shape(["k"])) -> R.Tensor(("k",), dtype="float32"):
        k = T.int64()
        with R.dataflow():
            y: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.split(x, indices_or_sections=3, axis=0)
            z: R.Tensor((1,), dtype="float32") = y[0]
            v: R.Tensor((k,), dtype="float32") = R.match_cast(z, R.Tensor((k,), dtype="float32"))
            R.output(v)
        return v
