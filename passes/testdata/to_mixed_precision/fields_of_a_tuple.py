# RUN: ToMixedPrecision
# A tuple is cast where one of its fields is all that anyone takes; else the fields are cast once they are out.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((8, 4), "float32"), w: R.Tensor((4, 4), "float32")) -> R.Tensor((4, 4), "float32"):
        with R.dataflow():
            s = R.split(x, 2, axis=0)
            a = s[1]
            b = s[1]
            t = R.split(x, 2, axis=0)
            c = t[0]
            d = t[1]
            u = R.split(x, 2, axis=0)
            unused = u[0]
            e = u[1]
            f = R.add(R.matmul(a, w), R.matmul(b, w))
            g = R.add(R.matmul(c, w), R.matmul(d, w))
            h = R.add(R.add(f, g), R.matmul(e, w))
            R.output(h)
        return h
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((8, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((4, 4), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((4, 4), dtype="float16") = R.astype(w, dtype="float16")
            s: R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")) = R.split(x, indices_or_sections=2, axis=0)
            lv_1: R.Tensor((4, 4), dtype="float32") = s[0]
            lv_2: R.Tensor((4, 4), dtype="float32") = s[1]
            lv_3: R.Tensor((4, 4), dtype="float16") = R.astype(lv_2, dtype="float16")
            lv_4: R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float16")) = lv_1, lv_3
            a: R.Tensor((4, 4), dtype="float16") = lv_4[1]
            b: R.Tensor((4, 4), dtype="float16") = lv_4[1]
            t: R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")) = R.split(x, indices_or_sections=2, axis=0)
            c: R.Tensor((4, 4), dtype="float32") = t[0]
            lv_5: R.Tensor((4, 4), dtype="float16") = R.astype(c, dtype="float16")
            d: R.Tensor((4, 4), dtype="float32") = t[1]
            lv_6: R.Tensor((4, 4), dtype="float16") = R.astype(d, dtype="float16")
            u: R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")) = R.split(x, indices_or_sections=2, axis=0)
            unused: R.Tensor((4, 4), dtype="float32") = u[0]
            e: R.Tensor((4, 4), dtype="float32") = u[1]
            lv_7: R.Tensor((4, 4), dtype="float16") = R.astype(e, dtype="float16")
            lv_8: R.Tensor((4, 4), dtype="float32") = R.matmul(a, lv, out_dtype="float32")
            lv9: R.Tensor((4, 4), dtype="float16") = R.astype(lv_8, dtype="float16")
            lv_9: R.Tensor((4, 4), dtype="float32") = R.matmul(b, lv, out_dtype="float32")
            lv10: R.Tensor((4, 4), dtype="float16") = R.astype(lv_9, dtype="float16")
            f: R.Tensor((4, 4), dtype="float16") = R.add(lv9, lv10)
            lv_10: R.Tensor((4, 4), dtype="float32") = R.matmul(lv_5, lv, out_dtype="float32")
            lv12: R.Tensor((4, 4), dtype="float16") = R.astype(lv_10, dtype="float16")
            lv_11: R.Tensor((4, 4), dtype="float32") = R.matmul(lv_6, lv, out_dtype="float32")
            lv13: R.Tensor((4, 4), dtype="float16") = R.astype(lv_11, dtype="float16")
            g: R.Tensor((4, 4), dtype="float16") = R.add(lv12, lv13)
            lv15: R.Tensor((4, 4), dtype="float16") = R.add(f, g)
            lv_12: R.Tensor((4, 4), dtype="float32") = R.matmul(lv_7, lv, out_dtype="float32")
            lv16: R.Tensor((4, 4), dtype="float16") = R.astype(lv_12, dtype="float16")
            lv_13: R.Tensor((4, 4), dtype="float16") = R.add(lv15, lv16)
            h: R.Tensor((4, 4), dtype="float32") = R.astype(lv_13, dtype="float32")
            R.output(h)
        return h
