# RUN: ExpandMatmulOfSum
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float16"), a: R.Tensor((3, 4), dtype="float16"), b: R.Tensor((3, 4), dtype="float16")) -> R.Tuple(R.Tensor((2, 4), dtype="float16"), R.Tensor((2, 4), dtype="float32")):
        with R.dataflow():
            c = R.add(a, b)
            d = R.matmul(x, c, out_dtype="float16")
            e = R.matmul(x, c, out_dtype="float32")
            R.output(d, e)
        return (d, e)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float16"), a: R.Tensor((3, 4), dtype="float16"), b: R.Tensor((3, 4), dtype="float16")) -> R.Tuple(R.Tensor((2, 4), dtype="float16"), R.Tensor((2, 4), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((2, 4), dtype="float16") = R.matmul(x, a, out_dtype=None)
            lv_1: R.Tensor((2, 4), dtype="float16") = R.matmul(x, b, out_dtype=None)
            d: R.Tensor((2, 4), dtype="float16") = R.add(lv, lv_1)
            lv_2: R.Tensor((2, 4), dtype="float32") = R.matmul(x, a, out_dtype="float32")
            lv_3: R.Tensor((2, 4), dtype="float32") = R.matmul(x, b, out_dtype="float32")
            e: R.Tensor((2, 4), dtype="float32") = R.add(lv_2, lv_3)
            R.output(d, e)
        return (d, e)
