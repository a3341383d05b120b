# RUN: BindSymbolicVars{"binding_map":{"n":1},"func_name":"main"}
# Shows a mutant of passes/rewrite/relax_mutator.cc (condition): same_params
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape(["n", 1]), lv0: R.Tensor((1, 1), dtype="uint16")) -> R.Tensor((1, 1), dtype="uint16"):
        n = T.int64()
        return lv0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape([1, 1]), lv0: R.Tensor((1, 1), dtype="uint16")) -> R.Tensor((1, 1), dtype="uint16"):
        return lv0
