# RUN: ToMixedPrecision
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            a = R.matmul(x, w)
            b = R.floor(a)
            c = R.matmul(R.ceil(x), w)
            d = R.add(b, R.round(c))
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((3, 4), dtype="float16") = R.astype(w, dtype="float16")
            lv_1: R.Tensor((2, 3), dtype="float16") = R.astype(x, dtype="float16")
            lv_2: R.Tensor((2, 4), dtype="float32") = R.matmul(lv_1, lv, out_dtype="float32")
            a: R.Tensor((2, 4), dtype="float16") = R.astype(lv_2, dtype="float16")
            b: R.Tensor((2, 4), dtype="float16") = R.floor(a)
            lv2: R.Tensor((2, 3), dtype="float32") = R.ceil(x)
            lv_3: R.Tensor((2, 3), dtype="float16") = R.astype(lv2, dtype="float16")
            lv_4: R.Tensor((2, 4), dtype="float32") = R.matmul(lv_3, lv, out_dtype="float32")
            c: R.Tensor((2, 4), dtype="float16") = R.astype(lv_4, dtype="float16")
            lv4: R.Tensor((2, 4), dtype="float16") = R.round(c)
            lv_5: R.Tensor((2, 4), dtype="float16") = R.add(b, lv4)
            d: R.Tensor((2, 4), dtype="float32") = R.astype(lv_5, dtype="float32")
            R.output(d)
        return d
