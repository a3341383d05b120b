# RUN: OptimizeLayoutTransform
# Shows a mutant of passes/relax/optimize_layout_transform.cc (condition): IsPrimitive(func)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), gv0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"Primitive": True})
        gv0_1: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.negative(gv0)
        return x2
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), gv0: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"Primitive": True})
        gv0_1: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.negative(gv0)
        return x2
