# RUN: LowerRuntimeBuiltin
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        a: R.Tensor((2,), dtype="float32") = R.builtin.alloc_tensor(R.shape([2]), R.dtype("float32"), 0, R.str("global"))
        return a
# ---
# error: [alloc_tensor-free] pass LowerRuntimeBuiltin needs a module that is alloc_tensor-free; run LowerAllocTensor first
