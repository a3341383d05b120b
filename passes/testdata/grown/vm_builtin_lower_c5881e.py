# RUN: VMBuiltinLower
# Shows a mutant of passes/lower/lower_runtime_builtin.cc (comparison): vdevice == nullptr
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x7: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"relax.force_pure": True})
        gv19: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.to_vdevice(x7, dst_vdevice="llvm:0:global")
        return gv19
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x7: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"relax.force_pure": True})
        gv19: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.call_packed("vm.builtin.to_device", x7, 1, 0, R.str("global"), dst_vdevice=I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), ty_args=(R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"),))
        return gv19
