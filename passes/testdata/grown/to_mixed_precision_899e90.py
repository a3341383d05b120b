# RUN: ToMixedPrecision
# Shows a mutant of passes/relax/to_mixed_precision.cc (comparison): binding->var->flavor != VarFlavor::kDataflow
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv6: R.Tensor((1, 1, 1), dtype="float32"), lv5: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv5_1: R.Tensor((1, 1, 1), dtype="float32") = R.negative(lv5)
            lv7: R.Tensor((1, 1, 1), dtype="float32") = R.matmul(lv5_1, lv6, out_dtype="float32")
            R.output(lv5_1)
        gv14: R.Tensor((1, 1, 1), dtype="float32") = R.negative(lv5_1)
        return gv14
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv6: R.Tensor((1, 1, 1), dtype="float32"), lv5: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 1, 1), dtype="float16") = R.astype(lv6, dtype="float16")
            lv5_1: R.Tensor((1, 1, 1), dtype="float32") = R.negative(lv5)
            lv_1: R.Tensor((1, 1, 1), dtype="float16") = R.astype(lv5_1, dtype="float16")
            lv_2: R.Tensor((1, 1, 1), dtype="float32") = R.matmul(lv_1, lv, out_dtype="float32")
            lv7: R.Tensor((1, 1, 1), dtype="float16") = R.astype(lv_2, dtype="float16")
            R.output(lv5_1)
        gv14: R.Tensor((1, 1, 1), dtype="float32") = R.negative(lv5_1)
        return gv14
