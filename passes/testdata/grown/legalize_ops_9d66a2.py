# RUN: LegalizeOps{"skip_ops":["relax.exp"]}
# Shows a mutant of passes/lower/legalize_ops.cc (condition): tensor->dtype.IsVoid()
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        lv: R.Tensor((1, 1), dtype="float32") = R.bitwise_not(x)
        return lv
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        lv: R.Tensor((1, 1), dtype="float32") = R.bitwise_not(x)
        return lv
# note: relax.bitwise_not now: floats have no bitwise not
