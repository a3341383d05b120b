# RUN: AllocateWorkspace
# An external function that nobody in the module calls keeps its name and parameters.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        R.func_attr({"Codegen": "assay", "WorkspaceSize": 31})
        gv = R.exp(x)
        return gv
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "assay", "WorkspaceSize": 31})
        gv: R.Tensor((4,), dtype="float32") = R.exp(x)
        return gv
