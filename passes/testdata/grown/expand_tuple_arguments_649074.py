# RUN: ExpandTupleArguments
# Shows a mutant of passes/relax/expand_tuple_arguments.cc (condition): !callees_.contains(callee->name.text())
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def entry(x0: R.Tensor((1, 1, 1, 1), dtype="float32"), x1: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32")))) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return x0

    @R.function(private=True)
    def helper_1(x0: R.Tensor((1,), dtype="bool"), x1: R.Tuple(R.Tensor((1,), dtype="bool"), R.Tensor((1,), dtype="bool"))) -> R.Tensor((1,), dtype="bool"):
        return x0

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        lv0: R.Tensor((1, 1, 1, 1), dtype="float32") = cls.entry(x1, (x1, (x1,)))
        return lv0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def entry(x0: R.Tensor((1, 1, 1, 1), dtype="float32"), x1: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32"), R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32")))) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return x0

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        lv0: R.Tensor((1, 1, 1, 1), dtype="float32") = cls.entry(x1, (x1, (x1,)))
        return lv0
