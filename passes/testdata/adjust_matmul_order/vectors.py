# RUN: AdjustMatmulOrder
# With a batch, a vector's product has a row that is one of the batch: the other order is something else (TVM takes it for the same).
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(a: R.Tensor((8,), dtype="float32"), b: R.Tensor((2, 8, 8), dtype="float32"), c: R.Tensor((2, 8, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        v = R.matmul(b, c)
        return R.matmul(a, v)

    @R.function
    def middle(a: R.Tensor((2, 64, 8), dtype="float32"), b: R.Tensor((8,), dtype="float32"), c: R.Tensor((1, 64, 8), dtype="float32")) -> R.Tensor((1, 2, 8), dtype="float32"):
        v = R.matmul(a, b)
        return R.matmul(v, c)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(a: R.Tensor((8,), dtype="float32"), b: R.Tensor((2, 8, 8), dtype="float32"), c: R.Tensor((2, 8, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        v: R.Tensor((2, 8, 8), dtype="float32") = R.matmul(b, c, out_dtype=None)
        gv1: R.Tensor((2, 8), dtype="float32") = R.matmul(a, v, out_dtype=None)
        return gv1

    @R.function
    def middle(a: R.Tensor((2, 64, 8), dtype="float32"), b: R.Tensor((8,), dtype="float32"), c: R.Tensor((1, 64, 8), dtype="float32")) -> R.Tensor((1, 2, 8), dtype="float32"):
        v: R.Tensor((2, 64), dtype="float32") = R.matmul(a, b, out_dtype=None)
        gv1: R.Tensor((1, 2, 8), dtype="float32") = R.matmul(v, c, out_dtype=None)
        return gv1
