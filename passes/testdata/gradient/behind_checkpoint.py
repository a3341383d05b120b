# RUN: Gradient{"func_name":"main"}
# What is made of the end of a checkpoint alone is kept, and what stands between start and end is computed again.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            s = R.grad.start_checkpoint(x)
            a = R.exp(s)
            b = R.sin(a)
            e = R.grad.end_checkpoint(b)
            c = R.exp(e)
            d = R.multiply(c, c)
            r = R.sum(d)
            R.output(r)
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_adjoint(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((2, 3), dtype="float32"))):
        with R.dataflow():
            a: R.Tensor((2, 3), dtype="float32") = R.exp(x)
            b: R.Tensor((2, 3), dtype="float32") = R.sin(a)
            c: R.Tensor((2, 3), dtype="float32") = R.exp(b)
            d: R.Tensor((2, 3), dtype="float32") = R.multiply(c, c)
            r: R.Tensor((), dtype="float32") = R.sum(d, axis=None, keepdims=False)
            r_adjoint: R.Tensor((), dtype="float32") = R.ones(R.shape([]), dtype="float32")
            d_adjoint: R.Tensor((2, 3), dtype="float32") = R.broadcast_to(r_adjoint, R.shape([2, 3]))
            c_adjoint: R.Tensor((2, 3), dtype="float32") = R.multiply(d_adjoint, c)
            lv: R.Tensor((2, 3), dtype="float32") = R.multiply(d_adjoint, c)
            c_adjoint_1: R.Tensor((2, 3), dtype="float32") = R.add(c_adjoint, lv)
            a_cp: R.Tensor((2, 3), dtype="float32") = R.exp(x)
            b_adjoint: R.Tensor((2, 3), dtype="float32") = R.multiply(c_adjoint_1, c)
            lv_1: R.Tensor((2, 3), dtype="float32") = R.cos(a_cp)
            a_adjoint: R.Tensor((2, 3), dtype="float32") = R.multiply(b_adjoint, lv_1)
            x_adjoint: R.Tensor((2, 3), dtype="float32") = R.multiply(a_adjoint, a_cp)
            x_adjoint_out: R.Tensor((2, 3), dtype="float32") = x_adjoint
            R.output(r, x_adjoint_out)
        return (r, (x_adjoint_out,))

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            s: R.Tensor((2, 3), dtype="float32") = R.grad.start_checkpoint(x)
            a: R.Tensor((2, 3), dtype="float32") = R.exp(s)
            b: R.Tensor((2, 3), dtype="float32") = R.sin(a)
            e: R.Tensor((2, 3), dtype="float32") = R.grad.end_checkpoint(b)
            c: R.Tensor((2, 3), dtype="float32") = R.exp(e)
            d: R.Tensor((2, 3), dtype="float32") = R.multiply(c, c)
            r: R.Tensor((), dtype="float32") = R.sum(d, axis=None, keepdims=False)
            R.output(r)
        return r
