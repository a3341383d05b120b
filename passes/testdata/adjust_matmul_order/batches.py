# RUN: AdjustMatmulOrder
# Batches count as often as they are multiplied, also where they broadcast; a vector may stand at an end where nothing is batched.
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def broadcast(a: R.Tensor((3, 2, 3, 64), dtype="float32"), b: R.Tensor((3, 2, 32, 3), dtype="float32"), c: R.Tensor((1, 1, 64, 3), dtype="float32"), d: R.Tensor((4, 32), dtype="float32")) -> R.Tensor((3, 2, 4, 3), dtype="float32"):
        v = R.matmul(b, a)
        w = R.matmul(v, c)
        return R.matmul(d, w)

    @R.function
    def symbolic(a: R.Tensor(("n", 64, 4), dtype="float32"), b: R.Tensor((4, 64), dtype="float32"), c: R.Tensor(("n", 64, 4), dtype="float32")) -> R.Tensor(("n", 64, 4), dtype="float32"):
        v = R.matmul(a, b)
        return R.matmul(v, c)

    @R.function
    def transposed(a: R.Tensor((2, 64, 3), dtype="float32"), b: R.Tensor((3, 64), dtype="float32"), c: R.Tensor((64, 3), dtype="float32")) -> R.Tensor((2, 64, 3), dtype="float32"):
        v = R.matmul(a, b)
        w = R.permute_dims(v, axes=[0, 2, 1])
        return R.matmul(w, c)

    @R.function
    def vector(a: R.Tensor((3, 1, 8, 3), dtype="float32"), b: R.Tensor((3, 32), dtype="float32"), c: R.Tensor((32,), dtype="float32")) -> R.Tensor((3, 1, 8), dtype="float32"):
        v = R.matmul(a, b)
        return R.matmul(v, c)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def broadcast(a: R.Tensor((3, 2, 3, 64), dtype="float32"), b: R.Tensor((3, 2, 32, 3), dtype="float32"), c: R.Tensor((1, 1, 64, 3), dtype="float32"), d: R.Tensor((4, 32), dtype="float32")) -> R.Tensor((3, 2, 4, 3), dtype="float32"):
        gv: R.Tensor((3, 2, 3, 3), dtype="float32") = R.matmul(a, c, out_dtype=None)
        w: R.Tensor((3, 2, 32, 3), dtype="float32") = R.matmul(b, gv, out_dtype=None)
        gv2: R.Tensor((3, 2, 4, 3), dtype="float32") = R.matmul(d, w, out_dtype=None)
        return gv2

    @R.function
    def symbolic(a: R.Tensor(("n", 64, 4), dtype="float32"), b: R.Tensor((4, 64), dtype="float32"), c: R.Tensor(("n", 64, 4), dtype="float32")) -> R.Tensor(("n", 64, 4), dtype="float32"):
        n = T.int64()
        gv: R.Tensor((n, 4, 4), dtype="float32") = R.matmul(b, c, out_dtype=None)
        gv1: R.Tensor((n, 64, 4), dtype="float32") = R.matmul(a, gv, out_dtype=None)
        return gv1

    @R.function
    def transposed(a: R.Tensor((2, 64, 3), dtype="float32"), b: R.Tensor((3, 64), dtype="float32"), c: R.Tensor((64, 3), dtype="float32")) -> R.Tensor((2, 64, 3), dtype="float32"):
        gv: R.Tensor((64, 3), dtype="float32") = R.permute_dims(b, axes=None)
        gv_1: R.Tensor((2, 3, 64), dtype="float32") = R.permute_dims(a, axes=[0, 2, 1])
        gv_2: R.Tensor((2, 3, 3), dtype="float32") = R.matmul(gv_1, c, out_dtype=None)
        gv2: R.Tensor((2, 64, 3), dtype="float32") = R.matmul(gv, gv_2, out_dtype=None)
        return gv2

    @R.function
    def vector(a: R.Tensor((3, 1, 8, 3), dtype="float32"), b: R.Tensor((3, 32), dtype="float32"), c: R.Tensor((32,), dtype="float32")) -> R.Tensor((3, 1, 8), dtype="float32"):
        gv: R.Tensor((3,), dtype="float32") = R.matmul(b, c, out_dtype=None)
        gv1: R.Tensor((3, 1, 8), dtype="float32") = R.matmul(a, gv, out_dtype=None)
        return gv1
