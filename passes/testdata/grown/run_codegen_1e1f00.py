# RUN: RunCodegen{"entry_functions":["helper","helper_1","helper_2","main"]}
# Shows a mutant of passes/analysis/unused_functions.cc (condition): named
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0

    @R.function(private=True)
    def helper_1(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        return x0

    @R.function(private=True)
    def helper_2(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0

    @R.function
    def main(x0: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        return x0

    @R.function(private=True)
    def helper_1(x0: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        return x0

    @R.function(private=True)
    def helper_2(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0

    @R.function
    def main(x0: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        return x0
