# RUN: AllocateWorkspace
# Shows a mutant of passes/relax/allocate_workspace.cc (condition): wanted_
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Shape([1, 1]):
        R.func_attr({"Codegen": "assay", "WorkspaceSize": 31})
        with R.dataflow():
            lv0: R.Shape([1, 1]) = R.shape_of(x0)
            R.output(lv0)
        return lv0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Shape([1, 1]):
        R.func_attr({"Codegen": "assay", "WorkspaceSize": 31})
        with R.dataflow():
            lv0: R.Shape([1, 1]) = R.shape_of(x0)
            R.output(lv0)
        return lv0
