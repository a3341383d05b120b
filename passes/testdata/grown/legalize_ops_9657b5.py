# RUN: LegalizeOps
# Shows a mutant of passes/props.cc (comparison): row->lower.rule != nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="int64"):
        nothing2: R.Any = R.null_value()
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="int64"):
        nothing2: R.Any = R.null_value()
        return x
