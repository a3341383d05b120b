# RUN: ToMixedPrecision
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32"), i: R.Tensor((2, 4), dtype="int32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="int32")):
        with R.dataflow():
            a = R.matmul(x, w)
            b = R.add(a, R.const(1.0, "float32"))
            c = R.matmul(b, w)
            d = R.nn.softmax(c)
            j = R.add(i, i)
            R.output(d, j)
        return (d, j)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32"), i: R.Tensor((2, 4), dtype="int32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="int32")):
        with R.dataflow():
            lv: R.Tensor((2, 4), dtype="float16") = R.astype(x, dtype="float16")
            lv_1: R.Tensor((4, 4), dtype="float16") = R.astype(w, dtype="float16")
            lv_2: R.Tensor((2, 4), dtype="float32") = R.matmul(lv, lv_1, out_dtype="float32")
            a: R.Tensor((2, 4), dtype="float16") = R.astype(lv_2, dtype="float16")
            lv_3: R.Tensor((), dtype="float16") = R.astype(R.const(1.0, "float32"), dtype="float16")
            b: R.Tensor((2, 4), dtype="float16") = R.add(a, lv_3)
            lv_4: R.Tensor((2, 4), dtype="float32") = R.matmul(b, lv_1, out_dtype="float32")
            c: R.Tensor((2, 4), dtype="float16") = R.astype(lv_4, dtype="float16")
            lv_5: R.Tensor((2, 4), dtype="float32") = R.astype(c, dtype="float32")
            d: R.Tensor((2, 4), dtype="float32") = R.nn.softmax(lv_5, axis=-1)
            j: R.Tensor((2, 4), dtype="int32") = R.add(i, i)
            R.output(d, j)
        return (d, j)
