# RUN: AllocateWorkspace
# Shows a mutant of passes/relax/allocate_workspace.cc (comparison): allocated_ == nullptr
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def entry(lv0: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="int64"):
        with R.dataflow():
            lv0_1: R.Tensor((1, 1, 1), dtype="int64") = R.negative(lv0)
            R.output(lv0_1)
        return lv0_1

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"WorkspaceSize": 31})
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def entry(lv0: R.Tensor((1, 1, 1), dtype="int64")) -> R.Tensor((1, 1, 1), dtype="int64"):
        with R.dataflow():
            workspace_main: R.Tensor((31,), dtype="uint8") = R.builtin.alloc_tensor(R.shape([31]), R.dtype("uint8"), 0, R.str("global"))
            lv0_1: R.Tensor((1, 1, 1), dtype="int64") = R.negative(lv0)
            R.output(lv0_1)
        return lv0_1

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"WorkspaceSize": 31})
        return x0
