# RUN: RunCodegen
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def relu_dnnl(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        R.func_attr({"Codegen": "dnnl"})
        y = R.nn.relu(x)
        return y

    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        y = cls.relu_dnnl(x)
        return y
# ---
# error: unknown external compiler 'dnnl': expected assay
