# RUN: DeadCodeElimination{"entry_functions":["nobody"]}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        return x
# ---
# error: entry_functions: the module has no function 'nobody'
