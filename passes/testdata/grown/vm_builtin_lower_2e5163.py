# RUN: VMBuiltinLower
# Shows a mutant of passes/lower/lower_runtime_builtin.cc (comparison): empty != nullptr
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x4: R.Tensor((3, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        gv2: R.Tensor((1, 1), dtype="float32") = R.memory.view(x4, R.shape([1, 1]), R.tuple(), 8)
        return gv2
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x4: R.Tensor((3, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        gv2: R.Tensor((1, 1), dtype="float32") = R.call_packed("runtime.TVMTensorCreateView", x4, R.shape([1, 1]), R.dtype("float32"), 8)
        return gv2
