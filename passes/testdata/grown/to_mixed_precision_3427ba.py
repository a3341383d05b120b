# RUN: ToMixedPrecision
# Shows a mutant of passes/relax/to_mixed_precision.cc (left-out call): remap_.erase(var);
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x5: R.Tensor((1, 2, 5), dtype="float32"), x6: R.Tensor((2, 2, 2), dtype="float32"), lv4: R.Tensor((6, 2, 1), dtype="int64")) -> R.Tensor((1, 2, 6), dtype="float32"):
        with R.dataflow():
            lv5: R.Tuple(R.Tensor(dtype="int64", ndim=1), R.Tensor(dtype="int64", ndim=1), R.Tensor(dtype="int64", ndim=1)) = R.unique(lv4, False, False, True, True)
            R.output(lv5)
        with R.dataflow():
            lv9: R.Tensor((1, 2, 6), dtype="float32") = R.nn.conv1d(x5, x6, strides=[1], padding=[2, 1], dilation=[2], groups=1, data_layout="NCW", kernel_layout="OIW", out_layout="NCW", out_dtype=None)
            R.output(lv9)
        return lv9
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x5: R.Tensor((1, 2, 5), dtype="float32"), x6: R.Tensor((2, 2, 2), dtype="float32"), lv4: R.Tensor((6, 2, 1), dtype="int64")) -> R.Tensor((1, 2, 6), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 2, 5), dtype="float16") = R.astype(x5, dtype="float16")
            lv_1: R.Tensor((2, 2, 2), dtype="float16") = R.astype(x6, dtype="float16")
            lv5: R.Tuple(R.Tensor(dtype="int64", ndim=1), R.Tensor(dtype="int64", ndim=1), R.Tensor(dtype="int64", ndim=1)) = R.unique(lv4, False, False, True, True)
            lv_2: R.Tensor((1, 2, 5), dtype="float16") = R.astype(x5, dtype="float16")
            lv_3: R.Tensor((2, 2, 2), dtype="float16") = R.astype(x6, dtype="float16")
            lv9: R.Tensor((1, 2, 6), dtype="float32") = R.nn.conv1d(lv_2, lv_3, strides=[1], padding=[2, 1], dilation=[2], groups=1, data_layout="NCW", kernel_layout="OIW", out_layout="NCW", out_dtype="float32")
            R.output(lv5, lv9)
        return lv9
