# RUN: LowerRuntimeBuiltin
# Shows a mutant of passes/lower/lower_runtime_builtin.cc (condition): no_shape
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(pure=False)
    def main(x4: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float32", vdevice="llvm:0:global"):
        gv6: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global") = R.memory.view(x4, R.shape([1]), R.tuple(), R.tuple())
        return gv6
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function(pure=False)
    def main(x4: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float32", vdevice="llvm:0:global"):
        gv6: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global") = R.call_packed("runtime.TVMTensorCreateView", x4, R.shape([1]), R.dtype("float32"), 0)
        return gv6
