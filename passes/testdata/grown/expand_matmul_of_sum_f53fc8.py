# RUN: ExpandMatmulOfSum
# Shows a mutant of passes/analysis/weights.cc (comparison): num_input < 0
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x9: R.Tensor((1, 1), dtype="float32"), x10: R.Tensor((1, 1), dtype="float32"), x11: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 0})
        lv8: R.Tensor((1, 1), dtype="float32") = R.add(x9, x10)
        lv9: R.Tensor((1, 1), dtype="float32") = R.matmul(x11, lv8, out_dtype=None)
        return lv9
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x9: R.Tensor((1, 1), dtype="float32"), x10: R.Tensor((1, 1), dtype="float32"), x11: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 0})
        lv8: R.Tensor((1, 1), dtype="float32") = R.add(x9, x10)
        lv9: R.Tensor((1, 1), dtype="float32") = R.matmul(x11, lv8, out_dtype=None)
        return lv9
