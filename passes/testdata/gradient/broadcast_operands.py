# RUN: Gradient{"func_name":"main"}
# Parts of both operands' adjoints are bound first, and what is summed down to an operand's shape where its sum is.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(a: R.Tensor((2, 1), dtype="float32"), b: R.Tensor((1, 3), dtype="float32"), c: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            d = R.divide(a, b)
            e = R.power(c, a)
            f = R.maximum(d, b)
            g = R.subtract(e, f)
            r = R.sum(g)
            R.output(r)
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_adjoint(a: R.Tensor((2, 1), dtype="float32"), b: R.Tensor((1, 3), dtype="float32"), c: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tuple(R.Tensor((2, 1), dtype="float32"), R.Tensor((1, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"))):
        with R.dataflow():
            d: R.Tensor((2, 3), dtype="float32") = R.divide(a, b)
            e: R.Tensor((2, 3), dtype="float32") = R.power(c, a)
            f: R.Tensor((2, 3), dtype="float32") = R.maximum(d, b)
            g: R.Tensor((2, 3), dtype="float32") = R.subtract(e, f)
            r: R.Tensor((), dtype="float32") = R.sum(g, axis=None, keepdims=False)
            r_adjoint: R.Tensor((), dtype="float32") = R.ones(R.shape([]), dtype="float32")
            g_adjoint: R.Tensor((2, 3), dtype="float32") = R.broadcast_to(r_adjoint, R.shape([2, 3]))
            e_adjoint: R.Tensor((2, 3), dtype="float32") = g_adjoint
            f_adjoint: R.Tensor((2, 3), dtype="float32") = R.negative(g_adjoint)
            lv: R.Tensor((2, 3), dtype="bool") = R.less(d, b)
            lv_1: R.Tensor((2, 3), dtype="bool") = R.greater_equal(d, b)
            d_adjoint: R.Tensor((2, 3), dtype="float32") = R.where(lv, R.const(0.0, "float32"), f_adjoint)
            lv_2: R.Tensor((2, 3), dtype="float32") = R.where(lv_1, R.const(0.0, "float32"), f_adjoint)
            b_adjoint: R.Tensor((1, 3), dtype="float32") = R.collapse_sum_to(lv_2, R.shape([1, 3]))
            lv_3: R.Tensor((2, 3), dtype="float32") = R.multiply(e_adjoint, a)
            lv_4: R.Tensor((2, 1), dtype="float32") = R.subtract(a, R.const(1.0, "float32"))
            lv_5: R.Tensor((2, 3), dtype="float32") = R.power(c, lv_4)
            lv_6: R.Tensor((2, 3), dtype="float32") = R.multiply(e_adjoint, e)
            lv_7: R.Tensor((2, 3), dtype="float32") = R.log(c)
            c_adjoint: R.Tensor((2, 3), dtype="float32") = R.multiply(lv_3, lv_5)
            lv_8: R.Tensor((2, 3), dtype="float32") = R.multiply(lv_6, lv_7)
            a_adjoint: R.Tensor((2, 1), dtype="float32") = R.collapse_sum_to(lv_8, R.shape([2, 1]))
            lv_9: R.Tensor((2, 3), dtype="float32") = R.negative(d_adjoint)
            lv_10: R.Tensor((2, 3), dtype="float32") = R.multiply(lv_9, d)
            lv_11: R.Tensor((2, 3), dtype="float32") = R.divide(d_adjoint, b)
            lv_12: R.Tensor((2, 1), dtype="float32") = R.collapse_sum_to(lv_11, R.shape([2, 1]))
            a_adjoint_1: R.Tensor((2, 1), dtype="float32") = R.add(a_adjoint, lv_12)
            lv_13: R.Tensor((2, 3), dtype="float32") = R.divide(lv_10, b)
            lv_14: R.Tensor((1, 3), dtype="float32") = R.collapse_sum_to(lv_13, R.shape([1, 3]))
            b_adjoint_1: R.Tensor((1, 3), dtype="float32") = R.add(b_adjoint, lv_14)
            a_adjoint_out: R.Tensor((2, 1), dtype="float32") = a_adjoint_1
            b_adjoint_out: R.Tensor((1, 3), dtype="float32") = b_adjoint_1
            c_adjoint_out: R.Tensor((2, 3), dtype="float32") = c_adjoint
            R.output(r, a_adjoint_out, b_adjoint_out, c_adjoint_out)
        return (r, (a_adjoint_out, b_adjoint_out, c_adjoint_out))

    @R.function
    def main(a: R.Tensor((2, 1), dtype="float32"), b: R.Tensor((1, 3), dtype="float32"), c: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((), dtype="float32"):
        with R.dataflow():
            d: R.Tensor((2, 3), dtype="float32") = R.divide(a, b)
            e: R.Tensor((2, 3), dtype="float32") = R.power(c, a)
            f: R.Tensor((2, 3), dtype="float32") = R.maximum(d, b)
            g: R.Tensor((2, 3), dtype="float32") = R.subtract(e, f)
            r: R.Tensor((), dtype="float32") = R.sum(g, axis=None, keepdims=False)
            R.output(r)
        return r
