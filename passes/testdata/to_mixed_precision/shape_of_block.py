# RUN: ToMixedPrecision
# A shape that is known by a local name alone: what follows speaks of its rank.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 3), dtype="float32"), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="float32"):
        with R.dataflow():
            a = R.tensor_to_shape(s)
            y = R.matmul(x, w)
            b: R.Tensor(dtype="float32") = R.reshape(y, a)
            R.output(b)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 3), dtype="float32"), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=2):
        with R.dataflow():
            lv: R.Tensor((2, 3), dtype="float16") = R.astype(x, dtype="float16")
            lv_1: R.Tensor((3, 3), dtype="float16") = R.astype(w, dtype="float16")
            a: R.Shape(ndim=2) = R.tensor_to_shape(s)
            lv_2: R.Tensor((2, 3), dtype="float32") = R.matmul(lv, lv_1, out_dtype="float32")
            y: R.Tensor((2, 3), dtype="float16") = R.astype(lv_2, dtype="float16")
            lv_3: R.Tensor(dtype="float16", ndim=2) = R.reshape(y, a)
            b: R.Tensor(dtype="float32", ndim=2) = R.astype(lv_3, dtype="float32")
            R.output(b)
        return b
