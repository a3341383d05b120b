# RUN: ToMixedPrecision
# A tuple of a short product and of what stayed as long as it was.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32")) -> R.Tensor((4, 8), "float32"):
        with R.dataflow():
            a = R.matmul(x, w)
            e = R.exp(x)
            t = (a, e)
            u = t[0]
            v = R.concat(t, axis=1)
            R.output(u, v)
        return v
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((4, 4), dtype="float16") = R.astype(w, dtype="float16")
            lv_1: R.Tensor((4, 4), dtype="float16") = R.astype(x, dtype="float16")
            lv_2: R.Tensor((4, 4), dtype="float32") = R.matmul(lv_1, lv, out_dtype="float32")
            a: R.Tensor((4, 4), dtype="float16") = R.astype(lv_2, dtype="float16")
            e: R.Tensor((4, 4), dtype="float32") = R.exp(x)
            t: R.Tuple(R.Tensor((4, 4), dtype="float16"), R.Tensor((4, 4), dtype="float32")) = a, e
            lv_3: R.Tensor((4, 4), dtype="float16") = t[0]
            u: R.Tensor((4, 4), dtype="float32") = R.astype(lv_3, dtype="float32")
            lv_4: R.Tensor((4, 4), dtype="float16") = t[0]
            lv_5: R.Tensor((4, 4), dtype="float32") = R.astype(lv_4, dtype="float32")
            lv_6: R.Tensor((4, 4), dtype="float32") = t[1]
            v: R.Tensor((4, 8), dtype="float32") = R.concat((lv_5, lv_6), axis=1)
            R.output(u, v)
        return v
