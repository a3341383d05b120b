# RUN: AllocateWorkspace
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def large(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "cutlass", "WorkspaceSize": 64})
        y = R.exp(x)
        return y

    @R.function(private=True)
    def held(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "cutlass", "WorkspaceSize": 16})
        y = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = cls.large(x)
            f: R.Any = R.make_closure(cls.held, (a,))
            b: R.Tensor((2,), dtype="float32") = R.invoke_pure_closure(f, R.tuple(), ty_args=(R.Tensor((2,), dtype="float32"),))
            c = cls.held(b)
            R.output(c)
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def held(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "cutlass", "WorkspaceSize": 16})
        y: R.Tensor((2,), dtype="float32") = R.exp(x)
        return y

    @R.function
    def large1(x: R.Tensor((2,), dtype="float32"), workspace: R.Tensor((64,), dtype="uint8")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "cutlass"})
        y: R.Tensor((2,), dtype="float32") = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            workspace_main: R.Tensor((64,), dtype="uint8") = R.builtin.alloc_tensor(R.shape([64]), R.dtype("uint8"), 0, R.str("global"))
            a: R.Tensor((2,), dtype="float32") = cls.large1(x, workspace_main)
            f: R.Any = R.make_closure(cls.held, (a,))
            b: R.Tensor((2,), dtype="float32") = R.invoke_pure_closure(f, R.tuple(), ty_args=(R.Tensor((2,), dtype="float32"),))
            c: R.Tensor((2,), dtype="float32") = cls.held(b)
            R.output(c)
        return c
