# RUN: MergeCompositeFunctions
# Shows a mutant of passes/fuse/composite_groups.cc (condition): uses_.OnlyItemsAreUsed(var)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_matmul(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"Composite": "assay.matmul"})
        return x

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")):
        cls = Module
        with R.dataflow():
            a: R.Tensor((1, 1), dtype="float32") = cls.fused_relax_matmul(x)
            t: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")) = a, a
            R.output(a, t)
        return t
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_relax_matmul1_assay(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"Codegen": "assay"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
            R.func_attr({"Composite": "assay.matmul"})
            return x_1

        a: R.Tensor((1, 1), dtype="float32") = gv(x)
        return a

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")):
        cls = Module
        with R.dataflow():
            a: R.Tensor((1, 1), dtype="float32") = cls.fused_relax_matmul1_assay(x)
            t: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")) = a, a
            R.output(a, t)
        return t
