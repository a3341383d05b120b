# RUN: Gradient{"func_name":"entry_1"}
# Shows a mutant of passes/relax/gradient_backward.cc (comparison): fields.back() == nullptr
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def entry_1(x1: R.Tuple(R.Tensor((1, 1, 1), dtype="int64"), R.Tensor((1, 1, 1), dtype="int64")), x3: R.Tensor((), dtype="float16"), lv3: R.Tensor((1, 1, 1), dtype="uint8")) -> R.Tensor((), dtype="float16"):
        with R.dataflow():
            lv3_1: R.Tensor((1, 1, 1), dtype="uint8") = R.negative(lv3)
            R.output(lv3_1)
        return x3

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1, 1), dtype="int64"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def entry_1(x1: R.Tuple(R.Tensor((1, 1, 1), dtype="int64"), R.Tensor((1, 1, 1), dtype="int64")), x3: R.Tensor((), dtype="float16"), lv3: R.Tensor((1, 1, 1), dtype="uint8")) -> R.Tensor((), dtype="float16"):
        with R.dataflow():
            lv3_1: R.Tensor((1, 1, 1), dtype="uint8") = R.negative(lv3)
            R.output(lv3_1)
        return x3

    @R.function
    def entry_1_adjoint(x1: R.Tuple(R.Tensor((1, 1, 1), dtype="int64"), R.Tensor((1, 1, 1), dtype="int64")), x3: R.Tensor((), dtype="float16"), lv3: R.Tensor((1, 1, 1), dtype="uint8")) -> R.Tuple(R.Tensor((), dtype="float16"), R.Tuple(R.Tuple(R.Tensor((1, 1, 1), dtype="int64"), R.Tensor((1, 1, 1), dtype="int64")), R.Tensor((), dtype="float16"), R.Tensor((1, 1, 1), dtype="uint8"))):
        with R.dataflow():
            x3_adjoint: R.Tensor((), dtype="float16") = R.ones(R.shape([]), dtype="float16")
            lv: R.Tensor((1, 1, 1), dtype="int64") = R.zeros(R.shape([1, 1, 1]), dtype="int64")
            lv_1: R.Tensor((1, 1, 1), dtype="int64") = R.zeros(R.shape([1, 1, 1]), dtype="int64")
            x1_adjoint: R.Tuple(R.Tensor((1, 1, 1), dtype="int64"), R.Tensor((1, 1, 1), dtype="int64")) = lv, lv_1
            x1_adjoint_out: R.Tuple(R.Tensor((1, 1, 1), dtype="int64"), R.Tensor((1, 1, 1), dtype="int64")) = x1_adjoint
            x3_adjoint_out: R.Tensor((), dtype="float16") = x3_adjoint
            lv3_adjoint: R.Tensor((1, 1, 1), dtype="uint8") = R.zeros(R.shape([1, 1, 1]), dtype="uint8")
            lv3_adjoint_out: R.Tensor((1, 1, 1), dtype="uint8") = lv3_adjoint
            R.output(x1_adjoint_out, x3_adjoint_out, lv3_adjoint_out)
        return (x3, (x1_adjoint_out, x3_adjoint_out, lv3_adjoint_out))

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1, 1), dtype="int64"):
        return x0
