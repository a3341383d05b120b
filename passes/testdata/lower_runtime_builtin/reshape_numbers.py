# RUN: LowerRuntimeBuiltin
# A written 0 is the operand's dimension, and -1 what the others leave.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 12), dtype="float32"), R.Tensor((6, 4), dtype="float32")):
        R.func_attr({"relax.force_pure": True})
        a: R.Tensor((2, 12), dtype="float32") = R.reshape(x, R.shape([0, -1]))
        b: R.Tensor((6, 4), dtype="float32") = R.reshape(x, R.shape([6, 4]))
        return (a, b)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 12), dtype="float32"), R.Tensor((6, 4), dtype="float32")):
        R.func_attr({"relax.force_pure": True})
        a: R.Tensor((2, 12), dtype="float32") = R.call_packed("vm.builtin.reshape", x, R.shape([2, 12]), ty_args=(R.Tensor((2, 12), dtype="float32"),))
        b: R.Tensor((6, 4), dtype="float32") = R.call_packed("vm.builtin.reshape", x, R.shape([6, 4]), ty_args=(R.Tensor((6, 4), dtype="float32"),))
        return (a, b)
