# RUN: FuseOpsByPattern{"annotate_codegen":true,"bind_constants":false,"patterns":[["assay.drawn","stack((const, const, _, _, ))","closed"],["assay.drawn","reshape(stack((const, const, _, const, )), _)","closed"],["assay.drawn","reverse_sequence(_, _)"],"assay.*"]}
# Shows a mutant of passes/fuse/annotate_codegen.cc (condition): renamed.contains(name)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(lv0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            lv0_1: R.Tensor((1,), dtype="float32") = R.negative(lv0)
            R.output(lv0_1)
        return lv0_1

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_relax_negative_assay(lv0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Codegen": "assay"})
        # from tvm.script import relax as R
        
        @R.function
        def local_func(lv0_1: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            R.func_attr({"Composite": "assay.unary"})
            with R.dataflow():
                lv0_1_1: R.Tensor((1,), dtype="float32") = R.negative(lv0_1)
                R.output(lv0_1_1)
            return lv0_1_1

        output: R.Tensor((1,), dtype="float32") = local_func(lv0)
        return output

    @R.function(private=True)
    def helper(lv0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0_1: R.Tensor((1,), dtype="float32") = cls.fused_relax_negative_assay(lv0)
            R.output(lv0_1)
        return lv0_1

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
