# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1, "n + 1", "n"), dtype="float32", vdevice="llvm:0:global"), lv14: R.Tensor((1, "n * 2"), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, "n * 2"), dtype="float32", vdevice="llvm:0:global"):
        n = T.int64()
        lv14_1: R.Tensor((1, n * 2), dtype="float32", vdevice="llvm:0:global") = R.negative(lv14)
        return lv14_1
