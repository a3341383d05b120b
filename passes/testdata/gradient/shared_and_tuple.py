# RUN: Gradient{"func_name":"main"}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 3), dtype="float32"), u: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            a = R.matmul(x, w)
            p = (a, u)
            b = p[0]
            c = R.multiply(a, b)
            d = R.sum(c)
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_adjoint(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 3), dtype="float32"), u: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((4, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"))):
        with R.dataflow():
            a: R.Tensor((2, 3), dtype="float32") = R.matmul(x, w, out_dtype=None)
            p: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")) = a, u
            b: R.Tensor((2, 3), dtype="float32") = p[0]
            c: R.Tensor((2, 3), dtype="float32") = R.multiply(a, b)
            d: R.Tensor((), dtype="float32") = R.sum(c, axis=None, keepdims=False)
            d_adjoint: R.Tensor((), dtype="float32") = R.ones(R.shape([]), dtype="float32")
            c_adjoint: R.Tensor((2, 3), dtype="float32") = R.broadcast_to(d_adjoint, R.shape([2, 3]))
            a_adjoint: R.Tensor((2, 3), dtype="float32") = R.multiply(c_adjoint, b)
            b_adjoint: R.Tensor((2, 3), dtype="float32") = R.multiply(c_adjoint, a)
            lv: R.Tensor((2, 3), dtype="float32") = R.zeros(R.shape([2, 3]), dtype="float32")
            p_adjoint: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")) = b_adjoint, lv
            lv_1: R.Tensor((2, 3), dtype="float32") = p_adjoint[0]
            a_adjoint_1: R.Tensor((2, 3), dtype="float32") = R.add(a_adjoint, lv_1)
            u_adjoint: R.Tensor((2, 3), dtype="float32") = p_adjoint[1]
            lv_2: R.Tensor((3, 4), dtype="float32") = R.permute_dims(w, axes=[1, 0])
            lv_3: R.Tensor((4, 2), dtype="float32") = R.permute_dims(x, axes=[1, 0])
            x_adjoint: R.Tensor((2, 4), dtype="float32") = R.matmul(a_adjoint_1, lv_2, out_dtype=None)
            w_adjoint: R.Tensor((4, 3), dtype="float32") = R.matmul(lv_3, a_adjoint_1, out_dtype=None)
            x_adjoint_out: R.Tensor((2, 4), dtype="float32") = x_adjoint
            w_adjoint_out: R.Tensor((4, 3), dtype="float32") = w_adjoint
            u_adjoint_out: R.Tensor((2, 3), dtype="float32") = u_adjoint
            R.output(d, x_adjoint_out, w_adjoint_out, u_adjoint_out)
        return (d, (x_adjoint_out, w_adjoint_out, u_adjoint_out))

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 3), dtype="float32"), u: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((2, 3), dtype="float32") = R.matmul(x, w, out_dtype=None)
            p: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")) = a, u
            b: R.Tensor((2, 3), dtype="float32") = p[0]
            c: R.Tensor((2, 3), dtype="float32") = R.multiply(a, b)
            d: R.Tensor((), dtype="float32") = R.sum(c, axis=None, keepdims=False)
            R.output(d)
        return d
