# RUN: ToMixedPrecision
# Shows a mutant of passes/relax/to_mixed_precision.cc (condition): !row->mixed.accumulator.empty()
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((1,), dtype="float32"), x5: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            lv5: R.Tensor((1, 1), dtype="float32") = R.outer(x4, x5)
            R.output(lv5)
        return lv5
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x4: R.Tensor((1,), dtype="float32"), x5: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1,), dtype="float16") = R.astype(x4, dtype="float16")
            lv_1: R.Tensor((1,), dtype="float16") = R.astype(x5, dtype="float16")
            lv_2: R.Tensor((1, 1), dtype="float16") = R.outer(lv, lv_1)
            lv5: R.Tensor((1, 1), dtype="float32") = R.astype(lv_2, dtype="float32")
            R.output(lv5)
        return lv5
