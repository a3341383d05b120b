# RUN: ToMixedPrecision
# Shows a mutant of passes/analysis/precision_uses.cc (comparison): tuple != nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32"), lv12: R.Tensor((1, 1, 1, 1), dtype="int64"), lv1: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="int64"):
        with R.dataflow():
            lv2: R.Tensor((1, 1, 1, 1), dtype="float32") = R.matmul(x1, lv1, out_dtype="float32")
            lv11: R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tuple(R.Tensor((1, 1, 1), dtype="float32"))) = lv1, (lv1,)
            R.output(lv11)
        return lv12
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32"), lv12: R.Tensor((1, 1, 1, 1), dtype="int64"), lv1: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="int64"):
        with R.dataflow():
            lv: R.Tensor((1, 1, 1, 1), dtype="float16") = R.astype(x1, dtype="float16")
            lv_1: R.Tensor((1, 1, 1), dtype="float16") = R.astype(lv1, dtype="float16")
            lv_2: R.Tensor((1, 1, 1, 1), dtype="float32") = R.matmul(lv, lv_1, out_dtype="float32")
            lv2: R.Tensor((1, 1, 1, 1), dtype="float16") = R.astype(lv_2, dtype="float16")
            lv11: R.Tuple(R.Tensor((1, 1, 1), dtype="float32"), R.Tuple(R.Tensor((1, 1, 1), dtype="float32"))) = lv1, (lv1,)
            R.output(lv11)
        return lv12
