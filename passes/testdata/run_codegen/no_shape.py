# RUN: RunCodegen{"target_options":{"dnnl":{"level":3}}}
# How many there are, nobody knows before the call: there is nothing to write to.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def nonzero_assay(x: R.Tensor((4,), "float32")) -> R.Tensor(dtype="int64", ndim=2):
        R.func_attr({"Codegen": "assay"})
        y = R.nonzero(x)
        return y

    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor(dtype="int64", ndim=2):
        cls = Module
        y = cls.nonzero_assay(x)
        return y
# ---
# error: the result of nonzero_assay is no tensor of known shape, which an external function writes to
