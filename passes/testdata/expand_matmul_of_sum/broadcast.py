# RUN: ExpandMatmulOfSum
# A term that broadcasts is a matrix of its own where it is summed over in full: not a row, a vector or a scalar, which TVM takes for one.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def column(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 1), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        with R.dataflow():
            s = R.add(a, b)
            y = R.matmul(x, s)
            R.output(y)
        return y

    @R.function
    def batch(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((3, 4, 8), dtype="float32"), b: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((3, 2, 8), dtype="float32"):
        with R.dataflow():
            s = R.add(a, b)
            y = R.matmul(x, s)
            R.output(y)
        return y

    @R.function
    def row(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 4), dtype="float32"), b: R.Tensor((1, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            s = R.add(a, b)
            y = R.matmul(x, s)
            R.output(y)
        return y

    @R.function
    def transposed(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 4), dtype="float32"), b: R.Tensor((1, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            s = R.add(a, b)
            t = R.permute_dims(s)
            y = R.matmul(x, t)
            R.output(y)
        return y

    @R.function
    def vector(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 4), dtype="float32"), b: R.Tensor((4,), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            s = R.add(a, b)
            y = R.matmul(x, s)
            R.output(y)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def batch(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((3, 4, 8), dtype="float32"), b: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((3, 2, 8), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((3, 2, 8), dtype="float32") = R.matmul(x, a, out_dtype=None)
            lv_1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, b, out_dtype=None)
            y: R.Tensor((3, 2, 8), dtype="float32") = R.add(lv, lv_1)
            R.output(y)
        return y

    @R.function
    def column(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 1), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = R.matmul(x, a, out_dtype=None)
            lv_1: R.Tensor((2, 1), dtype="float32") = R.matmul(x, b, out_dtype=None)
            y: R.Tensor((2, 8), dtype="float32") = R.add(lv, lv_1)
            R.output(y)
        return y

    @R.function
    def row(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 4), dtype="float32"), b: R.Tensor((1, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            s: R.Tensor((4, 4), dtype="float32") = R.add(a, b)
            y: R.Tensor((2, 4), dtype="float32") = R.matmul(x, s, out_dtype=None)
            R.output(y)
        return y

    @R.function
    def transposed(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 4), dtype="float32"), b: R.Tensor((1, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((4, 4), dtype="float32") = R.permute_dims(a, axes=None)
            lv_1: R.Tensor((2, 4), dtype="float32") = R.matmul(x, lv, out_dtype=None)
            lv_2: R.Tensor((4, 1), dtype="float32") = R.permute_dims(b, axes=None)
            lv_3: R.Tensor((2, 1), dtype="float32") = R.matmul(x, lv_2, out_dtype=None)
            y: R.Tensor((2, 4), dtype="float32") = R.add(lv_1, lv_3)
            R.output(y)
        return y

    @R.function
    def vector(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 4), dtype="float32"), b: R.Tensor((4,), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            s: R.Tensor((4, 4), dtype="float32") = R.add(a, b)
            y: R.Tensor((2, 4), dtype="float32") = R.matmul(x, s, out_dtype=None)
            R.output(y)
        return y
