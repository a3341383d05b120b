# RUN: MergeCompositeFunctions
# Shows a mutant of passes/fuse/group_creator.cc (condition): !HasSymbols(e)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_exp(x0: R.Tensor((1, 1, 1), dtype="float32"), tir_vars: R.Shape([1])) -> R.Tensor((1, 1, 1), dtype="float32"):
        R.func_attr({"Composite": "assay.unary"})
        return x0

    @R.function
    def main(sizes: R.Shape(["n"]), x0: R.Tensor((1, "n + 1", "n * n"), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((1, 1, 1), dtype="float32") = cls.fused_relax_exp(x0, R.shape([n]))
            R.output(lv0)
        return lv0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_relax_exp1_assay(x0: R.Tensor((1, "n + 1", "n * n"), dtype="float32"), param_0: R.Shape(["n"])) -> R.Tensor((1, 1, 1), dtype="float32"):
        n = T.int64()
        R.func_attr({"Codegen": "assay"})
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def gv(x0_1: R.Tensor((1, 1, 1), dtype="float32"), tir_vars: R.Shape([1])) -> R.Tensor((1, 1, 1), dtype="float32"):
            R.func_attr({"Composite": "assay.unary"})
            return x0_1

        lv0: R.Tensor((1, 1, 1), dtype="float32") = gv(x0, param_0)
        return lv0

    @R.function
    def main(sizes: R.Shape(["n"]), x0: R.Tensor((1, "n + 1", "n * n"), dtype="float32")) -> R.Tensor((1, 1, 1), dtype="float32"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            lv0: R.Tensor((1, 1, 1), dtype="float32") = cls.fused_relax_exp1_assay(x0, R.shape([n]))
            R.output(lv0)
        return lv0
