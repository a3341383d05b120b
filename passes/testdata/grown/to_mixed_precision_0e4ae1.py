# RUN: ToMixedPrecision
# Shows a mutant of passes/relax/to_mixed_precision.cc (comparison): std::abs(scalar.AsDouble()) > kLargestFloat16
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), w: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((1, 1), dtype="float32") = R.matmul(x, w, out_dtype=None)
            b: R.Tensor((1, 1), dtype="float32") = R.add(a, R.const(65504.0, "float32"))
            R.output(b)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), w: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 1), dtype="float16") = R.astype(x, dtype="float16")
            lv_1: R.Tensor((1, 1), dtype="float16") = R.astype(w, dtype="float16")
            lv_2: R.Tensor((1, 1), dtype="float32") = R.matmul(lv, lv_1, out_dtype="float32")
            a: R.Tensor((1, 1), dtype="float16") = R.astype(lv_2, dtype="float16")
            lv_3: R.Tensor((), dtype="float16") = R.astype(R.const(65504.0, "float32"), dtype="float16")
            lv_4: R.Tensor((1, 1), dtype="float16") = R.add(a, lv_3)
            b: R.Tensor((1, 1), dtype="float32") = R.astype(lv_4, dtype="float32")
            R.output(b)
        return b
