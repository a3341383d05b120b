# RUN: CanonicalizeBindings
# Shows a mutant of passes/relax/canonicalize_relax_bindings.cc (comparison): var->flavor == VarFlavor::kDataflow
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        return x0

    @R.function
    def main(x6: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor(dtype="int8", ndim=1) = cls.helper(x6)
            lv_1: R.Tensor(dtype="int8", ndim=1) = R.negative(lv)
            lv9: R.Tensor((1,), dtype="int8") = R.match_cast(lv, R.Tensor((1,), dtype="int8"))
            R.output(lv, lv9)
        return lv9
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        return x0

    @R.function
    def main(x6: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="int8"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor(dtype="int8", ndim=1) = cls.helper(x6)
            lv_1: R.Tensor(dtype="int8", ndim=1) = R.negative(lv)
            lv9: R.Tensor((1,), dtype="int8") = R.match_cast(lv, R.Tensor((1,), dtype="int8"))
            R.output(lv9)
        return lv9
