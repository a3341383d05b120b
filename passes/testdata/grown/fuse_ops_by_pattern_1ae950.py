# RUN: FuseOpsByPattern{"annotate_codegen":false,"bind_constants":true,"patterns":[["assay.drawn","vision.all_class_non_max_suppression(const, _, _, _, const)"],["assay.drawn","matmul(_, const)","closed"],["assay.drawn","nn.relu(_)"]]}
# Shows a mutant of passes/pattern/match.cc (condition): commutes
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="uint16")) -> R.Tensor((1, 1, 1), dtype="uint16"):
        with R.dataflow():
            lv5: R.Tensor((1, 1, 1), dtype="uint16") = R.matmul(R.const([[[5]]], "uint16"), x2, out_dtype=None)
            R.output(lv5)
        return lv5
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="uint16")) -> R.Tensor((1, 1, 1), dtype="uint16"):
        with R.dataflow():
            lv5: R.Tensor((1, 1, 1), dtype="uint16") = R.matmul(R.const([[[5]]], "uint16"), x2, out_dtype=None)
            R.output(lv5)
        return lv5
