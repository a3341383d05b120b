# RUN: ToMixedPrecision
# A product that is asked for in integers or in float64 is no matter of float16.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32")) -> R.Tensor((4, 4), "float64"):
        with R.dataflow():
            a = R.matmul(x, w, out_dtype="int32")
            b = R.add(a, R.const(1, "int32"))
            c = R.matmul(x, w, out_dtype="float64")
            d = R.add(c, R.astype(b, "float64"))
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((4, 4), dtype="float64"):
        with R.dataflow():
            a: R.Tensor((4, 4), dtype="int32") = R.matmul(x, w, out_dtype="int32")
            b: R.Tensor((4, 4), dtype="int32") = R.add(a, R.const(1, "int32"))
            c: R.Tensor((4, 4), dtype="float64") = R.matmul(x, w, out_dtype="float64")
            lv3: R.Tensor((4, 4), dtype="float64") = R.astype(b, dtype="float64")
            d: R.Tensor((4, 4), dtype="float64") = R.add(c, lv3)
            R.output(d)
        return d
