# RUN: RemovePurityChecking
# Shows a mutant of passes/relax/remove_purity_checking.cc (negation): inplace
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        changed0: R.Tensor((1,), dtype="int32") = R.call_inplace_packed("test.twice_in_place", x, inplace_indices=[0], ty_args=(R.Tensor((1,), dtype="int32"),))
        return changed0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        R.func_attr({"relax.force_pure": True})
        changed0: R.Tensor((1,), dtype="int32") = R.call_packed("test.twice_in_place", x, ty_args=(R.Tensor((1,), dtype="int32"),))
        return changed0
