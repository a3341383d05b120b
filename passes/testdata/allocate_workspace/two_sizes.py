# RUN: AllocateWorkspace
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def small(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "cutlass", "WorkspaceSize": 16})

        @R.function
        def inner(y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
            R.func_attr({"Composite": "cutlass.exp", "WorkspaceSize": 16})
            z = R.exp(y)
            return z

        w = inner(x)
        return w

    @R.function
    def large(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "cutlass", "WorkspaceSize": 64})
        y = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = cls.small(x)
            b = cls.large(a)
            R.output(b)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def large1(x: R.Tensor((2,), dtype="float32"), workspace: R.Tensor((64,), dtype="uint8")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "cutlass"})
        y: R.Tensor((2,), dtype="float32") = R.exp(x)
        return y

    @R.function
    def small1(x: R.Tensor((2,), dtype="float32"), workspace: R.Tensor((64,), dtype="uint8")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "cutlass"})
        # from tvm.script import relax as R
        
        @R.function
        def inner(y: R.Tensor((2,), dtype="float32"), workspace_1: R.Tensor((64,), dtype="uint8")) -> R.Tensor((2,), dtype="float32"):
            R.func_attr({"Composite": "cutlass.exp"})
            z: R.Tensor((2,), dtype="float32") = R.exp(y)
            return z

        w: R.Tensor((2,), dtype="float32") = inner(x, workspace)
        return w

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            workspace_main: R.Tensor((64,), dtype="uint8") = R.builtin.alloc_tensor(R.shape([64]), R.dtype("uint8"), 0, R.str("global"))
            a: R.Tensor((2,), dtype="float32") = cls.small1(x, workspace_main)
            b: R.Tensor((2,), dtype="float32") = cls.large1(a, workspace_main)
            R.output(b)
        return b
