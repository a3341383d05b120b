# RUN: DeadCodeElimination
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        kept = R.exp(x)
        gone = R.exp(kept)
        n: T.int32 = R.inspect.tensor_ndim(kept)
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        kept: R.Tensor((2,), dtype="float32") = R.exp(x)
        n: T.int32 = R.inspect.tensor_ndim(kept)
        return x
