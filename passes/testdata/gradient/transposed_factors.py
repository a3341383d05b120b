# RUN: Gradient{"func_name":"main"}
# What is transposed twice is not transposed at all, and a product that is transposed is one of transposed factors.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 2), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            a = R.permute_dims(x)
            b = R.permute_dims(w, axes=[1, 0])
            c = R.matmul(a, b)
            d = R.sum(c)
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_adjoint(x: R.Tensor((4, 2), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((4, 2), dtype="float32"), R.Tensor((3, 4), dtype="float32"))):
        with R.dataflow():
            a: R.Tensor((2, 4), dtype="float32") = R.permute_dims(x, axes=None)
            b: R.Tensor((4, 3), dtype="float32") = R.permute_dims(w, axes=[1, 0])
            c: R.Tensor((2, 3), dtype="float32") = R.matmul(a, b, out_dtype=None)
            d: R.Tensor((), dtype="float32") = R.sum(c, axis=None, keepdims=False)
            d_adjoint: R.Tensor((), dtype="float32") = R.ones(R.shape([]), dtype="float32")
            c_adjoint: R.Tensor((2, 3), dtype="float32") = R.broadcast_to(d_adjoint, R.shape([2, 3]))
            lv: R.Tensor((3, 2), dtype="float32") = R.permute_dims(c_adjoint, axes=[1, 0])
            lv_1: R.Tensor((2, 4), dtype="float32") = R.permute_dims(x, axes=[1, 0])
            w_adjoint: R.Tensor((3, 4), dtype="float32") = R.matmul(lv, lv_1, out_dtype=None)
            lv_2: R.Tensor((4, 3), dtype="float32") = R.permute_dims(w, axes=[1, 0])
            lv_3: R.Tensor((3, 2), dtype="float32") = R.permute_dims(c_adjoint, axes=[1, 0])
            x_adjoint: R.Tensor((4, 2), dtype="float32") = R.matmul(lv_2, lv_3, out_dtype=None)
            x_adjoint_out: R.Tensor((4, 2), dtype="float32") = x_adjoint
            w_adjoint_out: R.Tensor((3, 4), dtype="float32") = w_adjoint
            R.output(d, x_adjoint_out, w_adjoint_out)
        return (d, (x_adjoint_out, w_adjoint_out))

    @R.function
    def main(x: R.Tensor((4, 2), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((2, 4), dtype="float32") = R.permute_dims(x, axes=None)
            b: R.Tensor((4, 3), dtype="float32") = R.permute_dims(w, axes=[1, 0])
            c: R.Tensor((2, 3), dtype="float32") = R.matmul(a, b, out_dtype=None)
            d: R.Tensor((), dtype="float32") = R.sum(c, axis=None, keepdims=False)
            R.output(d)
        return d
