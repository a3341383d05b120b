# RUN: DecomposeOpsForInference
# Shows a mutant of passes/relax/decompose_ops.cc (condition): training_
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1,), dtype="float16", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float16", vdevice="llvm:0:global"):
        gv4: R.Tensor((1,), dtype="float16", vdevice="llvm:0:global") = R.nn.layer_norm(x2, x2, x2, axes=[0], epsilon=1.0000000000000001e-05, center=True, scale=True)
        return gv4
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1,), dtype="float16", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float16", vdevice="llvm:0:global"):
        gv4: R.Tensor((1,), dtype="float16", vdevice="llvm:0:global") = R.nn.layer_norm(x2, x2, x2, axes=[0], epsilon=1.0000000000000001e-05, center=True, scale=True)
        return gv4
