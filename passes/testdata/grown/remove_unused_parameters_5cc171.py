# RUN: RemoveUnusedParameters
# Shows a mutant of passes/relax/remove_unused_parameters.cc (left-out call): types.push_back(param->type);
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(sizes: R.Shape([1, "m"]), x0: R.Tensor((1,), dtype="float32")) -> R.Shape([1, "m"]):
        m = T.int64()
        return sizes

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(sizes: R.Shape([1, "m"])) -> R.Shape([1, "m"]):
        m = T.int64()
        return sizes

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0
