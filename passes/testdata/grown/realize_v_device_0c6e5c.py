# RUN: RealizeVDevice
# Shows a mutant of passes/relax/realize_vdevice.cc (condition): !LiesAt(tensor, there->vdevice)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def entry_1(sizes: R.Shape([1, "m"]), x1: R.Tuple(R.Tensor((1, 1, "m + 1", 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1, 1, "m + 1", 1), dtype="float32", vdevice="llvm:0:global"))) -> R.Shape([1, "m"]):
        m = T.int64()
        return sizes

    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Shape([1, 1]):
        cls = Module
        gv2: R.Shape([1, 1]) = cls.entry_1(R.shape([1, 1]), (x2, x2))
        return gv2
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def entry_1(sizes: R.Shape([1, "m"]), x1: R.Tuple(R.Tensor((1, 1, "m + 1", 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1, 1, "m + 1", 1), dtype="float32", vdevice="llvm:0:global"))) -> R.Shape([1, "m"]):
        m = T.int64()
        return sizes

    @R.function
    def main(x2: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Shape([1, 1]):
        cls = Module
        gv2: R.Shape([1, 1]) = cls.entry_1(R.shape([1, 1]), (x2, x2))
        return gv2
