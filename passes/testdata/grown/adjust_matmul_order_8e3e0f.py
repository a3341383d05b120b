# RUN: AdjustMatmulOrder
# Shows a mutant of passes/relax/adjust_matmul_order.cc (condition): FromWeights(c)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint32"), x1: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32"), x4: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 3})
        gv0: R.Tensor((1, 1), dtype="float32") = R.matmul(x4, x1, out_dtype=None)
        gv1: R.Tensor((1, 1), dtype="float32") = R.matmul(x3, gv0, out_dtype=None)
        return gv1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint32"), x1: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32"), x4: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 3})
        gv: R.Tensor((1, 1), dtype="float32") = R.matmul(x3, x4, out_dtype=None)
        gv1: R.Tensor((1, 1), dtype="float32") = R.matmul(gv, x1, out_dtype=None)
        return gv1
