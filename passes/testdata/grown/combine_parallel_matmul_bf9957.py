# RUN: CombineParallelMatmul
# Shows a mutant of passes/analysis/matmul_branches.cc (negation): all_fit()
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32"), x4: R.Tensor((1,), dtype="float32"), x5: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            lv3: R.Tensor((1, 1), dtype="float32") = R.matmul(x2, x3, out_dtype=None)
            lv4: R.Tensor((1, 1), dtype="float32") = R.add(lv3, x4)
            lv6: R.Tensor((1, 1), dtype="float32") = R.matmul(x2, x5, out_dtype=None)
            R.output(lv4, lv6)
        return lv6
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32"), x3: R.Tensor((1, 1), dtype="float32"), x4: R.Tensor((1,), dtype="float32"), x5: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 2), dtype="float32") = R.concat((x3, x5), axis=1)
            lv_1: R.Tensor((1, 2), dtype="float32") = R.matmul(x2, lv, out_dtype="float32")
            lv_2: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")) = R.split(lv_1, indices_or_sections=[1], axis=1)
            lv6: R.Tensor((1, 1), dtype="float32") = lv_2[1]
            R.output(lv6)
        return lv6
