# RUN: LambdaLift
# Shows a mutant of passes/relax/lambda_lift.cc (condition): closures_.contains(alias)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), adds: R.Callable((R.Tensor((1,), dtype="float32"),), R.Tensor((1,), dtype="float32"), True)) -> R.Tensor((1,), dtype="float32"):
        # from tvm.script import relax as R
        
        @R.function
        def local(f: R.Callable((R.Tensor((1,), dtype="float32"),), R.Tensor((1,), dtype="float32"), True), x1: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            gv: R.Tensor((1,), dtype="float32") = f(x1)
            return gv

        f: R.Callable((R.Tensor((1,), dtype="float32"),), R.Tensor((1,), dtype="float32"), True) = adds
        g: R.Tensor((1,), dtype="float32") = f(x)
        return g
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main_local(f: R.Callable((R.Tensor((1,), dtype="float32"),), R.Tensor((1,), dtype="float32"), True), x1: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        gv: R.Tensor((1,), dtype="float32") = f(x1)
        return gv

    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), adds: R.Callable((R.Tensor((1,), dtype="float32"),), R.Tensor((1,), dtype="float32"), True)) -> R.Tensor((1,), dtype="float32"):
        f: R.Callable((R.Tensor((1,), dtype="float32"),), R.Tensor((1,), dtype="float32"), True) = adds
        g: R.Tensor((1,), dtype="float32") = f(x)
        return g
