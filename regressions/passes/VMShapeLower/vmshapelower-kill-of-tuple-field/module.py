# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x4: R.Tensor((6, "n"), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((3, "n"), dtype="float32", vdevice="llvm:0:global"), R.Tensor((3, "n"), dtype="float32", vdevice="llvm:0:global")):
        n = T.int64()
        gv5: R.Tuple(R.Tensor((3, n), dtype="float32", vdevice="llvm:0:global"), R.Tensor((3, n), dtype="float32", vdevice="llvm:0:global")) = R.split(x4, indices_or_sections=2, axis=-2)
        return gv5
