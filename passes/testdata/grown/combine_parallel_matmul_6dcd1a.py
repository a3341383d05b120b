# RUN: CombineParallelMatmul
# Shows a mutant of passes/analysis/matmul_branches.cc (comparison): place->second < first
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            lv3: R.Tensor((1, 1), dtype="float32") = R.matmul(x2, x3, out_dtype=None)
            lv6: R.Tensor((1, 1), dtype="float32") = R.matmul(x2, lv3, out_dtype=None)
            R.output(lv6)
        return lv6
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            lv3: R.Tensor((1, 1), dtype="float32") = R.matmul(x2, x3, out_dtype=None)
            lv6: R.Tensor((1, 1), dtype="float32") = R.matmul(x2, lv3, out_dtype=None)
            R.output(lv6)
        return lv6
