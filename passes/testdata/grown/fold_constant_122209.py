# RUN: FoldConstant
# Shows a mutant of passes/relax/fold_constant.cc (condition): !InDataflow()
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((2,), dtype="int64"):
        gv1: R.Tensor((2,), dtype="int64") = R.stack((R.const(5, "int64"), R.const(1, "int64")), axis=0)
        return gv1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((2,), dtype="int64"):
        gv1: R.Tensor((2,), dtype="int64") = R.stack((R.const(5, "int64"), R.const(1, "int64")), axis=0)
        return gv1
