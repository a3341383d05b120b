# RUN: Gradient{"func_name":"main"}
# Shows a mutant of passes/relax/gradient_backward.cc (negation): !Is<Constant>(value)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            lv8: R.Tensor((), dtype="float32") = R.const(3.6368777751922607, "float32")
            R.output(lv8)
        return lv8
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_adjoint() -> R.Tuple(R.Tensor((), dtype="float32"), R.Tuple):
        with R.dataflow():
            lv8: R.Tensor((), dtype="float32") = R.const(3.6368777751922607, "float32")
            R.output(lv8)
        return (lv8, R.tuple())

    @R.function
    def main() -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            lv8: R.Tensor((), dtype="float32") = R.const(3.6368777751922607, "float32")
            R.output(lv8)
        return lv8
