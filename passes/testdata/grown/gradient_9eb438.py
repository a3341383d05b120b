# RUN: Gradient{"func_name":"main"}
# Shows a mutant of passes/relax/gradient_backward.cc (condition): Is<Var>(value)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            lv8: R.Tensor((), dtype="float32") = lv
            R.output(lv8)
        return lv8
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_adjoint(lv: R.Tensor((), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((), dtype="float32"))):
        with R.dataflow():
            lv8: R.Tensor((), dtype="float32") = lv
            lv8_adjoint: R.Tensor((), dtype="float32") = R.ones(R.shape([]), dtype="float32")
            lv_adjoint: R.Tensor((), dtype="float32") = lv8_adjoint
            lv_adjoint_out: R.Tensor((), dtype="float32") = lv_adjoint
            R.output(lv8, lv_adjoint_out)
        return (lv8, (lv_adjoint_out,))

    @R.function
    def main(lv: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            lv8: R.Tensor((), dtype="float32") = lv
            R.output(lv8)
        return lv8
