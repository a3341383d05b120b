# RUN: ToMixedPrecision
# What a block gives out is needed as it is, also where nobody takes it.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32"), y: R.Tensor((2, 2), dtype="float32")):
        with R.dataflow():
            e = R.exp(y)
            a = R.matmul(x, e, out_dtype="float32")
            f = R.matmul(a, e, out_dtype="float32")
            u = (f, e)
            R.output(e, a, u)
        return x
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32"), y: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((2, 2), dtype="float32"):
        with R.dataflow():
            e: R.Tensor((2, 2), dtype="float32") = R.exp(y)
            lv: R.Tensor((2, 2), dtype="float16") = R.astype(x, dtype="float16")
            lv_1: R.Tensor((2, 2), dtype="float16") = R.astype(e, dtype="float16")
            a: R.Tensor((2, 2), dtype="float32") = R.matmul(lv, lv_1, out_dtype="float32")
            lv_2: R.Tensor((2, 2), dtype="float16") = R.astype(a, dtype="float16")
            lv_3: R.Tensor((2, 2), dtype="float16") = R.astype(e, dtype="float16")
            lv_4: R.Tensor((2, 2), dtype="float32") = R.matmul(lv_2, lv_3, out_dtype="float32")
            f: R.Tensor((2, 2), dtype="float16") = R.astype(lv_4, dtype="float16")
            lv_5: R.Tensor((2, 2), dtype="float32") = R.astype(f, dtype="float32")
            u: R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32")) = lv_5, e
            R.output(e, a, u)
        return x
