# RUN: LazyGetInput
# As many inputs as there are parameters: nothing is left to be asked for.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 2})
        z = R.add(x, y)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32"), fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 3})
        z: R.Tensor((4,), dtype="float32") = R.add(x, y)
        return z
