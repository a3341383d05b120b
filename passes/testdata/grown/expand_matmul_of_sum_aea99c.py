# RUN: ExpandMatmulOfSum
# Shows a mutant of passes/analysis/weights.cc (condition): all
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="float32"), x1: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32"), x4: R.Tensor((1, 1), dtype="float32"), x5: R.Tensor((1, 1), dtype="float32"), x6: R.Tensor((1, 1), dtype="float32"), x7: R.Tensor((1, 1, 1, 1), dtype="uint32"), x8: R.Tensor((1, 1, 1), dtype="uint32"), x9: R.Tensor((1, 1), dtype="float32"), x10: R.Tensor((1, 1), dtype="float32"), x11: R.Tensor((1, 1), dtype="float32"), x12: R.Tensor((1, 1), dtype="float32"), x13: R.Tensor((1, 1), dtype="float32"), x14: R.Tensor((1, 1), dtype="float32"), gv12: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 14})
        gv16: R.Tensor((1, 1), dtype="float32") = R.add(x0, x4)
        gv21: R.Tensor((1, 1), dtype="float32") = R.add(gv16, x14)
        gv22: R.Tensor((1, 1), dtype="float32") = R.matmul(gv12, gv21, out_dtype=None)
        return gv22
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="float32"), x1: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32"), x4: R.Tensor((1, 1), dtype="float32"), x5: R.Tensor((1, 1), dtype="float32"), x6: R.Tensor((1, 1), dtype="float32"), x7: R.Tensor((1, 1, 1, 1), dtype="uint32"), x8: R.Tensor((1, 1, 1), dtype="uint32"), x9: R.Tensor((1, 1), dtype="float32"), x10: R.Tensor((1, 1), dtype="float32"), x11: R.Tensor((1, 1), dtype="float32"), x12: R.Tensor((1, 1), dtype="float32"), x13: R.Tensor((1, 1), dtype="float32"), x14: R.Tensor((1, 1), dtype="float32"), gv12: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 14})
        gv16: R.Tensor((1, 1), dtype="float32") = R.add(x0, x4)
        gv: R.Tensor((1, 1), dtype="float32") = R.matmul(gv12, gv16, out_dtype=None)
        gv_1: R.Tensor((1, 1), dtype="float32") = R.matmul(gv12, x14, out_dtype=None)
        gv22: R.Tensor((1, 1), dtype="float32") = R.add(gv, gv_1)
        return gv22
