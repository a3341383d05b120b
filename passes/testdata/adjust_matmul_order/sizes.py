# RUN: AdjustMatmulOrder
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 32), dtype="float32"), a: R.Tensor((32, 4), dtype="float32"), b: R.Tensor((4, 32), dtype="float32")) -> R.Tuple(R.Tensor((2, 32), dtype="float32"), R.Tensor((32, 32), dtype="float32")):
        w = R.matmul(a, b)
        y = R.matmul(x, w)
        v = R.matmul(w, w)
        return (y, v)

    @R.function
    def weights(x: R.Tensor((32, 4), dtype="float32"), a: R.Tensor((4, 32), dtype="float32"), b: R.Tensor((4, 32), dtype="float32")) -> R.Tensor((32, 32), dtype="float32"):
        R.func_attr({"num_input": 1})
        t = R.permute_dims(b)
        u = R.matmul(a, t)
        y = R.matmul(x, u)
        z = R.matmul(y, b)
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def weights(x: R.Tensor((32, 4), dtype="float32"), a: R.Tensor((4, 32), dtype="float32"), b: R.Tensor((4, 32), dtype="float32")) -> R.Tensor((32, 32), dtype="float32"):
        R.func_attr({"num_input": 1})
        t: R.Tensor((32, 4), dtype="float32") = R.permute_dims(b, axes=None)
        u: R.Tensor((4, 4), dtype="float32") = R.matmul(a, t, out_dtype=None)
        y: R.Tensor((32, 4), dtype="float32") = R.matmul(x, u, out_dtype=None)
        z: R.Tensor((32, 32), dtype="float32") = R.matmul(y, b, out_dtype=None)
        return z

    @R.function
    def main(x: R.Tensor((2, 32), dtype="float32"), a: R.Tensor((32, 4), dtype="float32"), b: R.Tensor((4, 32), dtype="float32")) -> R.Tuple(R.Tensor((2, 32), dtype="float32"), R.Tensor((32, 32), dtype="float32")):
        gv: R.Tensor((2, 4), dtype="float32") = R.matmul(x, a, out_dtype=None)
        y: R.Tensor((2, 32), dtype="float32") = R.matmul(gv, b, out_dtype=None)
        gv_1: R.Tensor((4, 4), dtype="float32") = R.matmul(b, a, out_dtype=None)
        gv_2: R.Tensor((4, 32), dtype="float32") = R.matmul(gv_1, b, out_dtype=None)
        v: R.Tensor((32, 32), dtype="float32") = R.matmul(a, gv_2, out_dtype=None)
        return (y, v)
