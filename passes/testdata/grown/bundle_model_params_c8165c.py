# RUN: BundleModelParams
# Shows a mutant of passes/rewrite/relax_mutator.cc (comparison): target == binding->target
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def entry(x2: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        lv2: R.Tensor((1, 1, 1, 1), dtype="float32") = R.match_cast(x2, R.Tensor((1, 1, 1, 1), dtype="float32"))
        return lv2

    @R.function
    def main(x6: R.Tensor((1, 1, 1, 1), dtype="float32"), x7: R.Tensor((1, 1, 1), dtype="uint32")) -> R.Tensor((1, 1, 1), dtype="uint32"):
        cls = Module
        gv3: R.Tensor(dtype="float32", ndim=4) = cls.entry(x6)
        return x7
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def entry(x2: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        lv2: R.Tensor((1, 1, 1, 1), dtype="float32") = R.match_cast(x2, R.Tensor((1, 1, 1, 1), dtype="float32"))
        return lv2

    @R.function
    def main(x6: R.Tensor((1, 1, 1, 1), dtype="float32"), x7: R.Tensor((1, 1, 1), dtype="uint32")) -> R.Tensor((1, 1, 1), dtype="uint32"):
        cls = Module
        gv3: R.Tensor(dtype="float32", ndim=4) = cls.entry(x6)
        return x7
