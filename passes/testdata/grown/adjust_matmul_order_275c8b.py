# RUN: AdjustMatmulOrder
# Shows a mutant of passes/analysis/weights.cc (condition): !Is<Function>(binding->value)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint32"), x1: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32"), x4: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 3})
        gv0: R.Tensor((1, 1), dtype="float32") = R.matmul(x4, x1, out_dtype=None)
        # from tvm.script import relax as R
        
        @R.function
        def closure(x3_1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
            gv: R.Tensor((1, 1), dtype="float32") = R.abs(x3_1)
            return gv

        gv: R.Tensor((1, 1), dtype="float32") = closure(x3)
        gv1: R.Tensor((1, 1), dtype="float32") = R.matmul(gv, gv0, out_dtype=None)
        return gv1
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint32"), x1: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32"), x4: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"num_input": 3})
        gv0: R.Tensor((1, 1), dtype="float32") = R.matmul(x4, x1, out_dtype=None)
        # from tvm.script import relax as R
        
        @R.function
        def closure(x3_1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
            gv: R.Tensor((1, 1), dtype="float32") = R.abs(x3_1)
            return gv

        gv: R.Tensor((1, 1), dtype="float32") = closure(x3)
        gv1: R.Tensor((1, 1), dtype="float32") = R.matmul(gv, gv0, out_dtype=None)
        return gv1
